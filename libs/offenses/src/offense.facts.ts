import type { FactLoader, LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import type { Finding } from '#cases/published';
import { caseFold, caseIdOf, caseStream, findingOf } from '#cases/published';
import type { SettingsState } from '#law/published';
import { policyOn, SETTINGS_STREAM, settingsFold } from '#law/published';

import { CLOCK_STREAM, clockFold } from './day-clock.js';
import type { HeldBack } from './ledger.figures.js';
import { ledgerStream } from './offense.events.js';

/** What a ledger's decision must know of the finding it is made under. */
export type FindingFact = Pick<
  Finding,
  'findingId' | 'caseId' | 'partyId' | 'premisesId' | 'ruleId' | 'againstOwner' | 'withdrawn'
>;

/** What other streams say that a decision on a ledger rests on. */
export interface LedgerFacts {
  /** The finding named by the command; null for the clock and other commands that name a ledger. */
  readonly finding: FindingFact | null;
  /** The finding that days are moved to; null for every other command. */
  readonly target: FindingFact | null;
  readonly settings: SettingsState;
  /** Last local day that the daily clock has closed; null when it has closed none. */
  readonly clockClosed: LocalDay | null;
}

/** The finding a command names. @throws CASES.UNKNOWN_FINDING, CASES.BAD_CHILD_ID */
export const loadFinding = async (findingId: string, load: FactLoader): Promise<Finding> => {
  const finding = findingOf(await load(caseStream(caseIdOf(findingId)), caseFold), findingId);
  if (!finding)
    throw new DomainError('CASES.UNKNOWN_FINDING', 'There is no such finding.', {
      kind: 'notFound',
      field: 'findingId',
      rule: 'names a finding on file',
    });
  return finding;
};

/** The ledger of a finding's party, premises and rule. */
export const streamOfFinding = async (findingId: string, load: FactLoader): Promise<string> =>
  ledgerStream(await loadFinding(findingId, load));

/** Facts for a command that names a finding. */
export const factsOfFinding = async (
  findingId: string,
  load: FactLoader,
  targetId: string | null = null,
): Promise<LedgerFacts> => ({
  finding: await loadFinding(findingId, load),
  target: targetId === null ? null : await loadFinding(targetId, load),
  settings: await load(SETTINGS_STREAM, settingsFold),
  clockClosed: (await load(CLOCK_STREAM, clockFold)).closed,
});

/** Facts for the clock and for processes, which name a ledger. */
export const factsOfLedger = async (load: FactLoader): Promise<LedgerFacts> => ({
  finding: null,
  target: null,
  settings: await load(SETTINGS_STREAM, settingsFold),
  clockClosed: (await load(CLOCK_STREAM, clockFold)).closed,
});

/**
 * Days of an opinion-based finding before the opinion was recorded are shown, not chargeable, until counsel's reading is
 * on file (domain.md 1.6 G11). Null when nothing is held back.
 */
export const heldBackOf = (
  finding: Pick<Finding, 'opinionRecordedOn'>,
  settings: SettingsState,
  today: LocalDay,
): HeldBack | null => {
  if (finding.opinionRecordedOn === null) return null;
  if (policyOn(settings, 'opinion-reaches-earlier-days', today).value === true) return null;
  return {
    before: finding.opinionRecordedOn,
    reason: `Held back: before ${finding.opinionRecordedOn}, when the Superintendent's opinion was recorded, and no reading of counsel reaches earlier days (G11).`,
  };
};
