export interface SealCase {
  readonly type: 'SealCase';
  readonly caseId: string;
  readonly reason: string;
  readonly authority: string;
  readonly visibleTo: readonly string[];
}

export interface UnsealCase {
  readonly type: 'UnsealCase';
  readonly caseId: string;
  readonly reason: string;
}

export interface GrantSealedAccess {
  readonly type: 'GrantSealedAccess';
  readonly caseId: string;
  readonly userId: string;
  readonly reason: string;
}

export interface EndSealedAccess {
  readonly type: 'EndSealedAccess';
  readonly caseId: string;
  readonly userId: string;
  readonly reason: string;
}

export type SealCommand = SealCase | UnsealCase | GrantSealedAccess | EndSealedAccess;
