import type { KeyKind } from './key.events.js';

export interface ProposeKeyDestruction {
  readonly type: 'ProposeKeyDestruction';
  readonly kind: KeyKind;
  readonly subjectId: string;
  readonly reason: string;
  readonly authority: string;
}

export interface ConfirmKeyDestruction {
  readonly type: 'ConfirmKeyDestruction';
  readonly destructionId: string;
}

export interface DeclineKeyDestruction {
  readonly type: 'DeclineKeyDestruction';
  readonly destructionId: string;
  readonly reason: string;
}

/** From the command line, once every key stands under the new master. */
export interface RecordMasterKeyRotation {
  readonly type: 'RecordMasterKeyRotation';
  readonly masterId: string;
  readonly rewrapped: number;
}

/** From a process, whenever a hold is placed or released: notes how the case stands by then. */
export interface NoteLitigationHold {
  readonly type: 'NoteLitigationHold';
  readonly caseId: string;
}

export type KeyCommand =
  ProposeKeyDestruction | ConfirmKeyDestruction | DeclineKeyDestruction | RecordMasterKeyRotation | NoteLitigationHold;
