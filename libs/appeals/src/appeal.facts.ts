import type { DecisionContext, FactLoader, LocalDay } from '#kernel';
import { CIVIL_FINE_CAP_CENTS, SETTINGS_STREAM, settingsFold, type SettingsState } from '#law/published';
import { caseFold, caseIdOf, caseStream, findingOf } from '#cases/published';
import type { LedgerState } from '#offenses/published';
import { heldBackOf, ledgerFold } from '#offenses/published';
import type { Fine, FinesState, LedgerView } from '#fines/published';
import {
  decisionFacts,
  fineFigures,
  fineOf,
  finesFold,
  finesStream,
  ledgerViewOf,
  namedDays,
  partyIdOf,
} from '#fines/published';

import type { AppealCommand } from './appeal.commands.js';
import { appealStream } from './appeal.events.js';
import type { AppealState } from './appeal.state.js';
import { appealFold, isPendingAppeal } from './appeal.state.js';
import type { AppealableDocument, AppealFacts, FineUnderAppeal } from './appeal.types.js';

/** All civil fines of the person whose fine it is. @throws FINES.BAD_FINE_ID */
export const loadFinesOf = (fineId: string, load: FactLoader): Promise<FinesState> =>
  load(finesStream(partyIdOf(fineId)), finesFold);

/**
 * The ledger of a fine, with the days that are held back as of a local day (conflict register G11); in the state given, or
 * else as it is.
 */
export const loadLedgerOf = async (
  { ledger, findingId }: Pick<Fine, 'ledger' | 'findingId'>,
  settings: SettingsState,
  day: LocalDay,
  load: FactLoader,
  state: LedgerState | null = null,
): Promise<LedgerView> => {
  const finding = findingOf(await load(caseStream(caseIdOf(findingId)), caseFold), findingId);
  return ledgerViewOf(ledger, state ?? (await load(ledger, ledgerFold)), finding && heldBackOf(finding, settings, day));
};

/** The imposition first, then the statements, each with who answers for it. */
export const documentsOf = (fine: Fine): AppealableDocument[] => [
  {
    statementId: null,
    officerId: fine.imposedBy,
    issuedOn: fine.imposedOn,
    servedOn: fine.service?.servedOn ?? null,
  },
  ...fine.statements.map(({ statementId, issuedBy, issuedOn, service }) => ({
    statementId,
    officerId: issuedBy,
    issuedOn,
    servedOn: service?.servedOn ?? null,
  })),
];

const pendingAgainst = async (fine: Fine, load: FactLoader): Promise<FineUnderAppeal['pending']> => {
  const pending = [];
  for (const { appealId, number, documents } of fine.appeals)
    if (isPendingAppeal(await load(appealStream(appealId), appealFold))) pending.push({ appealId, number, documents });
  return pending;
};

const capLeftOf =
  (state: FinesState, fine: Fine, perLedger: boolean): FineUnderAppeal['capLeft'] =>
  (day) => {
    const others = namedDays(state).filter(
      ({ fine: other, entry }) =>
        entry.day === day && other.fineId !== fine.fineId && (!perLedger || other.ledger === fine.ledger),
    );
    return Math.max(
      0,
      CIVIL_FINE_CAP_CENTS - others.reduce((total, { entry: { namedCents } }) => total + namedCents, 0),
    );
  };

/** Something is owed on a fine and nothing of it is open, by the figures of the fine itself. */
const isPaidInFull = async (fine: Fine, settings: SettingsState, today: LocalDay, load: FactLoader) => {
  const view = await loadLedgerOf(fine, settings, today, load);
  const [figures] = fineFigures(
    { fines: [fine] },
    () => view,
    () => false,
    { through: today, asOf: null },
  );
  return figures !== undefined && figures.owedCents > 0 && figures.openCents === 0;
};

/** A fine as an appeal against it must know it; null when there is none. @throws FINES.BAD_FINE_ID */
export const loadFineUnderAppeal = async (
  fineId: string,
  settings: SettingsState,
  today: LocalDay,
  load: FactLoader,
): Promise<FineUnderAppeal | null> => {
  const state = await loadFinesOf(fineId, load);
  const fine = fineOf(state, fineId);
  if (!fine) return null;
  const { perLedger } = await decisionFacts(fineId, today, state, load);
  return {
    fineId,
    partyId: fine.partyId,
    caseId: fine.caseId,
    findingId: fine.findingId,
    premisesId: fine.premisesId,
    how: fine.how,
    withdrawnOn: fine.withdrawnOn,
    paidInFull: await isPaidInFull(fine, settings, today, load),
    judgmentOn: fine.judgment?.enteredOn ?? null,
    documents: documentsOf(fine),
    days: fine.days
      .filter(({ dropped }) => !dropped)
      .map(({ day, statementId, cents, decision }) => ({
        day,
        statementId,
        cents,
        decisionId: decision?.decisionId ?? null,
      })),
    pending: await pendingAgainst(fine, load),
    capLeft: capLeftOf(state, fine, perLedger),
  };
};

/** Ids of the findings that stand in the case of a finding. */
export const liveFindingsBeside = async (findingId: string, load: FactLoader): Promise<ReadonlySet<string>> => {
  const { findings } = await load(caseStream(caseIdOf(findingId)), caseFold);
  return new Set(findings.filter(({ withdrawnOn }) => withdrawnOn === null).map(({ findingId: id }) => id));
};

const NO_FACTS: AppealFacts = { fine: null, settings: null, findings: null };

/** The fact streams of each command (offense-day rules 5); none is a read model. */
export const appealFacts = async (
  command: AppealCommand,
  load: FactLoader,
  { today }: DecisionContext,
  state: AppealState,
): Promise<AppealFacts> => {
  const settings = () => load(SETTINGS_STREAM, settingsFold);
  switch (command.type) {
    case 'FileAppeal': {
      const found = await settings();
      return { ...NO_FACTS, fine: await loadFineUnderAppeal(command.fineId, found, today, load), settings: found };
    }
    case 'DecideAppeal': {
      if (!state) return NO_FACTS;
      const found = await settings();
      return {
        fine: await loadFineUnderAppeal(state.fineId, found, today, load),
        settings: found,
        findings: await liveFindingsBeside(state.findingId, load),
      };
    }
    case 'GrantStay':
    case 'DismissAppeal':
      return state
        ? { ...NO_FACTS, fine: await loadFineUnderAppeal(state.fineId, await settings(), today, load) }
        : NO_FACTS;
    case 'RecuseBoardMember':
    case 'FinalizeDecision':
      return { ...NO_FACTS, settings: await settings() };
    default:
      return NO_FACTS;
  }
};
