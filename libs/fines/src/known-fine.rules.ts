import type { LocalDay } from '#kernel';

import type { FrozenDocument } from './fine.events.js';
import type { Fine, FinesState } from './fine.state.js';
import { fineOf, isLive } from './fine.state.js';
import type { ImpositionFacts } from './fine.types.js';
import { refuse } from './imposition.rules.js';

/** What every event of a fine names. */
export const inFine = ({ fineId, partyId, caseId }: Pick<Fine, 'fineId' | 'partyId' | 'caseId'>) => ({
  fineId,
  partyId,
  caseId,
});

/** The document as it is frozen today. */
export const frozen = ({ recipient }: ImpositionFacts, today: LocalDay): FrozenDocument => ({
  recipientName: recipient.name,
  recipientAddress: recipient.address,
  addressedOn: today,
});

/** @throws FINES.UNKNOWN_FINE */
export const knownFine = (state: FinesState, fineId: string, field = 'fineId'): Fine =>
  fineOf(state, fineId) ?? refuse('UNKNOWN_FINE', 'This party has no such fine.', { kind: 'notFound', field });

/** @throws FINES.UNKNOWN_FINE, FINES.FINE_WITHDRAWN */
export const liveFine = (state: FinesState, fineId: string, field = 'fineId'): Fine => {
  const fine = knownFine(state, fineId, field);
  if (!isLive(fine)) refuse('FINE_WITHDRAWN', `Fine ${fine.number} was withdrawn on ${fine.withdrawnOn}.`, { field });
  return fine;
};

/** @throws FINES.IN_THE_FUTURE */
export const requirePast = (day: LocalDay, today: LocalDay, field: string): void => {
  if (day > today)
    refuse('IN_THE_FUTURE', 'What has not happened yet cannot be recorded.', {
      kind: 'invalid',
      field,
      [field]: day,
      today,
    });
};
