import type { DecisionContext, FactLoader, LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import type { CaseState, Finding } from '#cases/published';
import { capDecisionOf, caseFold, caseIdOf, caseStream, findingOf } from '#cases/published';
import type { SettingsState } from '#law/published';
import { appointmentOn, civilFinePowerFrom, SETTINGS_STREAM, settingsFold } from '#law/published';
import type { HeldBack, LedgerState } from '#offenses/published';
import { dayStanding, dayStandings, heldBackOf, ledgerAsOf, ledgerFold, ledgerStream } from '#offenses/published';
import {
  addressOn,
  duplicateOf,
  jurisdictionOf,
  partyFold,
  partyStream,
  premisesFold,
  premisesStream,
} from '#registry/published';

import type { FineCommand } from './fine.commands.js';
import { finesStream } from './fine.events.js';
import type { FinesState } from './fine.state.js';
import { fineOf } from './fine.state.js';
import type { FineFacts, ImpositionFacts, LedgerView } from './fine.types.js';

/** A finding with the case it stands in. @throws CASES.UNKNOWN_FINDING, CASES.BAD_CHILD_ID */
export const loadFindingOf = async (
  findingId: string,
  load: FactLoader,
): Promise<{ finding: Finding; state: CaseState }> => {
  const state = await load(caseStream(caseIdOf(findingId)), caseFold);
  const finding: Finding | null = findingOf(state, findingId);
  if (!finding)
    throw new DomainError('CASES.UNKNOWN_FINDING', 'This case has no such finding.', {
      kind: 'notFound',
      field: 'findingId',
    });
  return { finding, state };
};

/** Stream of the fines of the party that a finding names. */
export const finesStreamOfFinding = async (findingId: string, load: FactLoader): Promise<string> =>
  finesStream((await loadFindingOf(findingId, load)).finding.partyId);

/** A folded ledger as the fines of its party read it, with the days that are held back for a finding (G11). */
export const ledgerViewOf = (ledger: string, state: LedgerState, heldBack: HeldBack | null): LedgerView => ({
  ledger,
  eventCount: state.eventCount,
  dayOf: (day) => dayStanding(state, day, heldBack),
  daysThrough: (through) => dayStandings(state, { through, heldBack }),
});

/** The ledger of a finding, read with what counsel has said on a local day about opinions formed later. */
export const loadLedgerView = async (
  finding: Finding,
  settings: SettingsState,
  day: LocalDay,
  load: FactLoader,
  asOf: LocalDay | null = null,
): Promise<LedgerView> => {
  const ledger = ledgerStream(finding);
  return ledgerViewOf(ledger, ledgerAsOf(await load(ledger, ledgerFold), asOf), heldBackOf(finding, settings, day));
};

/** Folds everything an imposition rests on besides the party's own fines (offense-day rules 5). */
export const impositionFacts = async (
  findingId: string,
  today: LocalDay,
  load: FactLoader,
): Promise<ImpositionFacts> => {
  const { finding, state } = await loadFindingOf(findingId, load);
  const settings = await load(SETTINGS_STREAM, settingsFold);
  const party = await load(partyStream(finding.partyId), partyFold);
  const premises = await load(premisesStream(finding.premisesId), premisesFold);
  return {
    finding,
    capDecision: capDecisionOf(state),
    territory: jurisdictionOf(premises),
    appointmentOf: (officerId, day) => appointmentOn(settings, officerId, day),
    powerFrom: civilFinePowerFrom(settings),
    duplicateOf: duplicateOf(party),
    recipient: { name: party.name, address: addressOn(party, today) },
    ledger: await loadLedgerView(finding, settings, today, load),
  };
};

const ledgerAlone = async (ledger: string, load: FactLoader): Promise<LedgerView> =>
  ledgerViewOf(ledger, await load(ledger, ledgerFold), null);

/** The fact streams of each command; none is a read model. */
export const fineFacts = async (
  command: FineCommand,
  load: FactLoader,
  { today }: DecisionContext,
  state: FinesState,
): Promise<FineFacts> => {
  switch (command.type) {
    case 'ImposeCivilFine':
      return { imposition: await impositionFacts(command.findingId, today, load), ledger: null };
    case 'ServeStatement':
    case 'RecheckFine': {
      const fine = fineOf(state, command.fineId);
      return { imposition: fine && (await impositionFacts(fine.findingId, today, load)), ledger: null };
    }
    case 'RecordService': {
      const fine = fineOf(state, command.fineId);
      return { imposition: null, ledger: fine && (await ledgerAlone(fine.ledger, load)) };
    }
    case 'DropFineDays':
      return { imposition: null, ledger: await ledgerAlone(command.ledger, load) };
    default:
      return { imposition: null, ledger: null };
  }
};
