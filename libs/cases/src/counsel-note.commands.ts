export interface AddCounselNote {
  readonly type: 'AddCounselNote';
  readonly text: string;
}
