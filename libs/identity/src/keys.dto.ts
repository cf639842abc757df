import { ChoiceField, FlagField, IdField, TextField } from '#runtime/http';

import type { KeyKind } from './key.events.js';
import { KEY_KINDS } from './key.events.js';

export class DestroyPersonalKeyDto {
  @ChoiceField(KEY_KINDS, { description: 'What the key seals.' })
  kind!: KeyKind;

  @IdField({ description: 'Id of the party, case, complaint, premises or user; for the audit a month, as 2026-05.' })
  subjectId!: string;

  @TextField({ max: 1000, description: 'Without a name: this text stays when the person is gone.' })
  reason!: string;

  @TextField({ max: 500, description: 'The item of the retention schedule, the order or the request it rests on.' })
  authority!: string;
}

export class ConfirmKeyDestructionDto {
  @IdField()
  destructionId!: string;
}

export class DeclineKeyDestructionDto extends ConfirmKeyDestructionDto {
  @TextField({ max: 1000 })
  reason!: string;
}

export class ListKeyDestructionsQuery {
  @FlagField({ optional: true, description: 'Also those that were declined or carried out.' })
  all?: boolean;
}

/** Internal: from the command line. */
export class MasterKeyRotationDto {
  masterId!: string;
  rewrapped!: number;
}

/** Internal: from a process. */
export class NoteLitigationHoldDto {
  caseId!: string;
}
