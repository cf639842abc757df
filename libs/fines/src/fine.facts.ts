import type { DecisionContext, FactLoader, LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import type { Finding } from '#cases/published';
import { agreementOf, capDecisionOf, caseFold, caseGoingOn, caseIdOf, caseStream, findingOf } from '#cases/published';
import type { SettingsState } from '#law/published';
import { appointmentOn, civilFinePowerFrom, policyOn, SETTINGS_STREAM, settingsFold } from '#law/published';
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
import type { AgreementFact, DecisionFacts, FineFacts, ImpositionFacts, LedgerView } from './fine.types.js';
import { NO_FACTS } from './fine.types.js';

/** A finding as the case it was made in has it. @throws CASES.UNKNOWN_FINDING, CASES.BAD_CHILD_ID */
export const loadFindingOf = async (findingId: string, load: FactLoader): Promise<{ finding: Finding }> => {
  const state = await load(caseStream(caseIdOf(findingId)), caseFold);
  const finding: Finding | null = findingOf(state, findingId);
  if (!finding)
    throw new DomainError('CASES.UNKNOWN_FINDING', 'This case has no such finding.', {
      kind: 'notFound',
      field: 'findingId',
    });
  return { finding };
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
  const { finding } = await loadFindingOf(findingId, load);
  const settings = await load(SETTINGS_STREAM, settingsFold);
  const party = await load(partyStream(finding.partyId), partyFold);
  const premises = await load(premisesStream(finding.premisesId), premisesFold);
  return {
    finding,
    capDecision: capDecisionOf((await caseGoingOn({ findingId }, load)).state),
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

/** Ledgers of some fines, with what is held back today: what their figures rest on. */
const viewsOf = async (
  fineIds: readonly string[],
  state: FinesState,
  today: LocalDay,
  load: FactLoader,
): Promise<ReadonlyMap<string, LedgerView>> => {
  const settings = await load(SETTINGS_STREAM, settingsFold);
  const views = new Map<string, LedgerView>();
  for (const fineId of fineIds) {
    const fine = fineOf(state, fineId);
    if (fine)
      views.set(
        fineId,
        await loadLedgerView((await loadFindingOf(fine.findingId, load)).finding, settings, today, load),
      );
  }
  return views;
};

const AGREEMENT = '.agreement-';

/** The agreement as its case holds it; null when there is none. */
const agreementFact = async (agreementId: string, load: FactLoader): Promise<AgreementFact | null> => {
  const at = agreementId.lastIndexOf(AGREEMENT);
  if (at < 1) return null;
  const agreement = agreementOf(await load(caseStream(agreementId.slice(0, at)), caseFold), agreementId);
  if (agreement === null) return null;
  const { partyId, inForceOn, fine, status } = agreement;
  return { agreementId, partyId, inForceOn: status === 'abandoned' ? null : inForceOn, fine };
};

/** Whether each ledger of the case in which the fine goes on has its own cap, and whether the Board may raise on a day. */
export const decisionFacts = async (
  fineId: string,
  decidedOn: LocalDay,
  state: FinesState,
  load: FactLoader,
): Promise<DecisionFacts> => {
  const settings = await load(SETTINGS_STREAM, settingsFold);
  const fine = fineOf(state, fineId);
  const perLedger =
    fine !== null && capDecisionOf((await caseGoingOn({ findingId: fine.findingId }, load)).state) !== null;
  return { perLedger, boardMayRaise: policyOn(settings, 'board-may-raise-fine', decidedOn).value === true };
};

/** The fact streams of each command; none is a read model. */
export const fineFacts = async (
  command: FineCommand,
  load: FactLoader,
  { today }: DecisionContext,
  state: FinesState,
): Promise<FineFacts> => {
  switch (command.type) {
    case 'ImposeCivilFine':
      return { ...NO_FACTS, imposition: await impositionFacts(command.findingId, today, load) };
    case 'AgreeCivilFine':
      return {
        ...NO_FACTS,
        imposition: await impositionFacts(command.findingId, today, load),
        agreement: await agreementFact(command.agreementId, load),
      };
    case 'ServeStatement':
    case 'RecheckFine': {
      const fine = fineOf(state, command.fineId);
      return { ...NO_FACTS, imposition: fine && (await impositionFacts(fine.findingId, today, load)) };
    }
    case 'RecordFineService': {
      const fine = fineOf(state, command.fineId);
      return { ...NO_FACTS, ledger: fine && (await ledgerAlone(fine.ledger, load)) };
    }
    case 'DropFineDays':
      return { ...NO_FACTS, ledger: await ledgerAlone(command.ledger, load) };
    case 'WaiveCivilFine':
    case 'ConfirmReduction':
    case 'RefundCredit':
    case 'RecordCollectionAction':
    case 'RecordJudgment':
    case 'RecordSatisfaction':
      return { ...NO_FACTS, views: await viewsOf([command.fineId], state, today, load) };
    case 'ApplyCredit':
      return { ...NO_FACTS, views: await viewsOf([command.fineId, command.toFineId], state, today, load) };
    case 'ApplyDecision':
      return { ...NO_FACTS, decision: await decisionFacts(command.fineId, command.decidedOn, state, load) };
    case 'LapseDecision':
      return { ...NO_FACTS, decision: await decisionFacts(command.fineId, command.lapsedOn, state, load) };
    default:
      return NO_FACTS;
  }
};
