import type { LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import type { CaseState, Finding } from '#cases/published';
import { capDecisionOf, caseFold, caseGoingOn, caseStream, findingIdsIn } from '#cases/published';
import type { SettingsState } from '#law/published';
import { SETTINGS_STREAM, settingsFold } from '#law/published';
import { addDays } from '#legal-time';
import type { QueryContext } from '#runtime';

import type { ExposedDay, FineFigures, Horizon } from './figures.rules.js';
import { fineFigures } from './figures.rules.js';
import { finesStream } from './fine.events.js';
import { loadFindingOf, loadLedgerView } from './fine.facts.js';
import type { Fine, FinesState } from './fine.state.js';
import { finesFold } from './fine.state.js';
import type { DayFact, LedgerView } from './fine.types.js';

/** Without `asOf`, offense days count to the last ended day; today's observed day only when `asOf` names today. */
const horizonOf = ({ asOf, today }: QueryContext): Horizon => ({ through: asOf ?? addDays(today, -1), asOf });

/** Whether counsel's decision gave each ledger of a case a cap of its own, by the end of the day asked for. */
const hasOwnCap = (state: CaseState, { asOf }: Horizon): boolean => {
  const decision = capDecisionOf(state);
  return decision !== null && (asOf === null || decision.recordedOn <= asOf);
};

/** A finding with its ledger, read once for a query. */
export interface Reading {
  readonly finding: Finding;
  readonly view: LedgerView;
  readonly perLedger: boolean;
}

/** Folds what the queries on fines need, each stream once, as known on the instant asked for. */
export class Reader {
  private readonly readings = new Map<string, Promise<Reading>>();

  constructor(
    readonly context: QueryContext,
    readonly settings: SettingsState,
    readonly horizon: Horizon,
  ) {}

  static async of(context: QueryContext): Promise<Reader> {
    return new Reader(context, await context.load(SETTINGS_STREAM, settingsFold), horizonOf(context));
  }

  /** @throws CASES.UNKNOWN_FINDING */
  reading(findingId: string): Promise<Reading> {
    let reading = this.readings.get(findingId);
    if (!reading) {
      reading = this.read(findingId);
      this.readings.set(findingId, reading);
    }
    return reading;
  }

  private async read(findingId: string): Promise<Reading> {
    const { load, today } = this.context;
    const { finding } = await loadFindingOf(findingId, load);
    return {
      finding,
      view: await loadLedgerView(finding, this.settings, today, load, this.horizon.asOf),
      perLedger: hasOwnCap((await caseGoingOn({ findingId }, load, this.horizon.asOf)).state, this.horizon),
    };
  }

  daysOf({ finding, view }: Reading): DayFact[] {
    return view.daysThrough(this.horizon.through).filter(({ findingId }) => findingId === finding.findingId);
  }

  exposed(reading: Reading): ExposedDay[] {
    const { view, perLedger } = reading;
    return this.daysOf(reading)
      .filter(({ provable }) => provable)
      .map(({ day }) => ({ ledger: view.ledger, day, perLedger }));
  }

  /** All fines of a party with their figures. */
  async party(
    partyId: string,
  ): Promise<{ state: FinesState; figures: ReadonlyMap<string, FineFigures>; readings: ReadonlyMap<string, Reading> }> {
    const state = await this.context.load(finesStream(partyId), finesFold);
    const readings = new Map<string, Reading>();
    for (const { findingId } of state.fines) readings.set(findingId, await this.reading(findingId));
    const of = ({ findingId }: Fine) => readings.get(findingId)!;
    const figures = fineFigures(
      state,
      (fine) => of(fine).view,
      (fine) => of(fine).perLedger,
      this.horizon,
    );
    return { state, figures: new Map(figures.map((figure) => [figure.fineId, figure])), readings };
  }
}

/** @throws CASES.UNKNOWN_CASE */
export const knownCase = async (caseId: string, context: QueryContext): Promise<CaseState> => {
  const state = await context.load(caseStream(caseId), caseFold);
  if (state.caseId === null)
    throw new DomainError('CASES.UNKNOWN_CASE', 'There is no such case.', { kind: 'notFound', field: 'caseId' });
  return state;
};

/**
 * Findings that go on in a case when a local day ends: days and fines keep their identity, and consolidation moves the
 * case alone. A finding made later counts in the case in which it was made, since offense days count whatever the date of
 * their evidence.
 */
export const findingIdsOf = (state: CaseState, asOf: LocalDay | null): string[] => [
  ...new Set([
    ...findingIdsIn(state, asOf),
    ...(asOf === null ? [] : state.findings.filter(({ madeOn }) => madeOn > asOf).map(({ findingId }) => findingId)),
  ]),
];
