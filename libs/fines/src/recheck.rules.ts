import type { LocalDay } from '#kernel';
import { CIVIL_FINE_CAP_CENTS } from '#law/published';

import { namedAmounts } from './cap.rules.js';
import type { FineEvent } from './fine.events.js';
import type { Fine, FinesState } from './fine.state.js';
import { fineOf, isLive } from './fine.state.js';
import type { DriftKind, ImpositionFacts } from './fine.types.js';
import { inFine } from './known-fine.rules.js';

/** Looks at everything but the days afresh (offense-day rules 5, "Races"); each drift is noted once. */
export const recheck = (
  fineId: string,
  state: FinesState,
  facts: ImpositionFacts | null,
  today: LocalDay,
): FineEvent[] => {
  const fine = fineOf(state, fineId);
  if (!fine || !isLive(fine) || !facts) return [];
  return driftsOf(fine, state, facts)
    .filter((what) => !fine.drifts.includes(what))
    .map((what) => ({ type: 'FineBasisDrifted', data: { ...inFine(fine), what, notedOn: today } }));
};

const driftsOf = (fine: Fine, state: FinesState, facts: ImpositionFacts): DriftKind[] => {
  const { appointmentOf, powerFrom, territory, capDecision, finding, duplicateOf } = facts;
  const days = fine.days.filter(({ dropped }) => !dropped);
  const acts = [
    [fine.imposedBy, fine.recordedOn] as const,
    ...fine.statements.map(({ issuedBy, issuedOn }) => [issuedBy, issuedOn] as const),
  ];
  const amounts = namedAmounts(state);
  const overCap = days.some(({ day }) => {
    const cents = capDecision ? amounts.ofLedger(fine.ledger, day) : amounts.ofPerson(day);
    return cents > CIVIL_FINE_CAP_CENTS;
  });
  const drifts: readonly (readonly [DriftKind, boolean])[] = [
    ['appointment', acts.some(([officer, day]) => appointmentOf(officer, day) === null)],
    ['power', powerFrom === null || days.some(({ day }) => day < powerFrom.effectiveOn)],
    ['territory', territory !== 'townOutsideVillage'],
    ['capDecision', overCap],
    ['findingWithdrawn', finding.withdrawn],
    ['partyDuplicate', duplicateOf !== null],
  ];
  return drifts.filter(([, drifted]) => drifted).map(([what]) => what);
};
