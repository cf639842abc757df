import type { DecisionContext, LocalDay } from '#kernel';
import { foldEvents, isDomainError } from '#kernel';
import { contextAt } from '#kernel/testing';
import { addDays } from '#legal-time';

import type { AmendCivilFine, FineCommand, ImposeCivilFine } from './fine.commands.js';
import { finesAggregate } from './fine.decider.js';
import type { AppliedEffect, FineEvent } from './fine.events.js';
import type { FinesState } from './fine.state.js';
import { fineOf } from './fine.state.js';
import type { AgreementFact, DayFact, DecisionFacts, FineFacts, ImpositionFacts, LedgerView } from './fine.types.js';
import { NO_FACTS } from './fine.types.js';

export const FINDING = {
  findingId: 'case-a.finding-1',
  caseId: 'case-a',
  partyId: 'party-1',
  premisesId: 'premises-1',
  ruleId: '168-27G',
  withdrawn: false,
};

export const OTHER_FINDING = { ...FINDING, findingId: 'case-a.finding-2', ruleId: '168-27A' };

export type DayKind = 'observed' | 'inferred' | 'presumed' | 'forborne' | 'voided' | 'heldBack';

/** A ledger under the hand of a spec: days are set, and each change counts as one event of the ledger. */
export class LedgerBench {
  eventCount = 0;
  readonly days = new Map<LocalDay, DayFact>();

  constructor(
    readonly ledger = 'offenses-1',
    readonly findingId = FINDING.findingId,
    readonly runId = 'run-1',
  ) {}

  set(days: readonly LocalDay[], kind: DayKind): this {
    this.eventCount += 1;
    for (const day of days) {
      const before = this.days.get(day);
      const proven = kind === 'observed' || kind === 'inferred' || kind === 'heldBack';
      const wasProven = before?.bucket === 'observed' || before?.bucket === 'inferred';
      this.days.set(day, {
        day,
        live: kind !== 'voided',
        basis: kind === 'inferred' || kind === 'presumed' ? kind : 'observed',
        bucket: kind === 'voided' ? null : kind === 'heldBack' ? 'observed' : kind,
        voidCause: kind === 'voided' ? 'hand' : null,
        provable: proven && kind !== 'heldBack',
        heldBack: kind === 'heldBack' ? 'Held back: before the opinion was recorded (G11).' : null,
        runId: before?.runId ?? this.runId,
        findingId: before?.findingId ?? this.findingId,
        caseId: 'case-a',
        leftProvableAt: wasProven && !proven && kind !== 'forborne' ? this.eventCount : (before?.leftProvableAt ?? 0),
        forborneOn: kind === 'forborne' ? day : null,
      });
    }
    return this;
  }

  get view(): LedgerView {
    const days = new Map(this.days);
    const sorted = [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
    return {
      ledger: this.ledger,
      eventCount: this.eventCount,
      dayOf: (day) => days.get(day) ?? null,
      daysThrough: (through) => sorted.filter(({ day }) => day <= through),
    };
  }
}

/** `count` days from a day on. */
export const daysFrom = (first: LocalDay, count: number): LocalDay[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

export const imposition = (ledger: LedgerBench, overrides: Partial<ImpositionFacts> = {}): FineFacts => ({
  ...NO_FACTS,
  imposition: {
    finding: FINDING,
    capDecision: null,
    territory: 'townOutsideVillage',
    appointmentOf: (officerId) => (officerId === 'officer-1' ? { appointmentId: 'appointment-1' } : null),
    powerFrom: { effectiveOn: '2009-06-22', filingReference: 'Filed with the Secretary of State' },
    duplicateOf: null,
    recipient: { name: 'Example Laundry', address: '1 Example Road' },
    ledger: ledger.view,
    ...overrides,
  },
  ledger: ledger.view,
});

export const impose = (
  days: readonly LocalDay[],
  cents: number,
  overrides: Partial<ImposeCivilFine> = {},
): ImposeCivilFine => ({
  type: 'ImposeCivilFine',
  findingId: FINDING.findingId,
  days,
  spans: [],
  amount: { rateCents: cents },
  running: null,
  raises: null,
  reason: 'Bypass left open',
  imposedBy: null,
  ...overrides,
});

/** Service of a document, each by a notice of its own. */
export const recordService = (
  fineId: string,
  servedAt: string,
  statementId: string | null = null,
  noticeId = `notice-of-${statementId ?? fineId}`,
): FineCommand => ({ type: 'RecordFineService', fineId, statementId, noticeId, servedAt, method: 'personal' });

/** The fines of one party over one or more ledgers, driven by the real decider. */
export class FinesBench {
  state: FinesState = finesAggregate.initialState();
  readonly events: FineEvent[] = [];
  now = '2026-07-10T14:00:00.000Z';
  actor = 'officer-1';
  private taken = 0;

  context(): DecisionContext {
    this.taken += 1;
    return contextAt(this.now, {
      number: `CF-2026-${String(this.taken).padStart(3, '0')}`,
      actor: { id: this.actor, role: 'officer', capacity: 'Town' },
    });
  }

  do(command: FineCommand, facts: FineFacts): readonly FineEvent[] {
    const events = finesAggregate.decide(command, this.state, facts, this.context());
    this.state = foldEvents(finesAggregate, this.state, events);
    this.events.push(...events);
    return events;
  }

  /** The refusal's code, or null when it was accepted and recorded. */
  try(command: FineCommand, facts: FineFacts): string | null {
    try {
      this.do(command, facts);
      return null;
    } catch (error) {
      if (isDomainError(error)) return error.code;
      throw error;
    }
  }

  impose(ledger: LedgerBench, days: readonly LocalDay[], cents: number, overrides: Partial<ImposeCivilFine> = {}) {
    this.do(impose(days, cents, overrides), imposition(ledger));
    return this.state.fines.at(-1)!.fineId;
  }

  serve(fineId: string, statementId: string | null = null, ledger?: LedgerBench) {
    return this.do(recordService(fineId, this.now, statementId), { ...NO_FACTS, ledger: ledger?.view ?? null });
  }

  /** Facts of commands that need the figures of fines. */
  money(...ledgers: readonly LedgerBench[]): FineFacts {
    const views = this.state.fines.flatMap((fine) =>
      ledgers.filter(({ ledger }) => ledger === fine.ledger).map(({ view }) => [fine.fineId, view] as const),
    );
    return { ...NO_FACTS, views: new Map(views) };
  }

  amend(fineId: string, days: AmendCivilFine['days'], reason = 'Agreed to be too much') {
    return this.do({ type: 'AmendCivilFine', fineId, days, reason }, NO_FACTS);
  }

  waive(fineId: string, cents: number, ledger: LedgerBench) {
    return this.do({ type: 'WaiveCivilFine', fineId, cents, reason: 'Hardship' }, this.money(ledger));
  }

  /** The second person confirms the n-th reduction of a fine. */
  confirm(fineId: string, n: number, ledger: LedgerBench, officer = 'officer-2') {
    const reductionId = `${fineId}.reduction-${n}`;
    return this.as(officer, () => this.do({ type: 'ConfirmReduction', fineId, reductionId }, this.money(ledger)));
  }

  /** What is done inside is done by somebody else. */
  as<Result>(officer: string, act: () => Result): Result {
    const before = this.actor;
    this.actor = officer;
    try {
      return act();
    } finally {
      this.actor = before;
    }
  }

  appeal(fineId: string, appealId = 'appeal-1', documents: readonly (string | null)[] = [null]) {
    const filedOn = this.now.slice(0, 10);
    return this.do({ type: 'NoteAppeal', fineId, appealId, number: 'A-2026-001', documents, filedOn }, NO_FACTS);
  }

  stay(fineId: string, days: readonly LocalDay[] | null = null, stayId = 'appeal-1.stay-1') {
    const [appealId] = stayId.split('.') as [string];
    return this.do(
      {
        ...{ type: 'ApplyStay', fineId, appealId, stayId, days, documents: [null] },
        ...{ stayedOn: this.now.slice(0, 10), authority: 'Resolution 2026-050' },
      },
      NO_FACTS,
    );
  }

  decideAppeal(
    fineId: string,
    effects: readonly AppliedEffect[],
    decisionId = 'appeal-1.decision-1',
    facts: Partial<DecisionFacts> = {},
  ) {
    const [appealId] = decisionId.split('.') as [string];
    return this.do(
      { type: 'ApplyDecision', fineId, appealId, decisionId, decidedOn: this.now.slice(0, 10), effects },
      { ...NO_FACTS, decision: { perLedger: false, boardMayRaise: false, ...facts } },
    );
  }

  lapse(fineId: string, paragraphs: readonly number[], decisionId = 'appeal-1.decision-1') {
    const [appealId] = decisionId.split('.') as [string];
    return this.do(
      {
        ...{ type: 'LapseDecision', fineId, appealId, decisionId, paragraphs },
        ...{ lapsedOn: this.now.slice(0, 10), reference: 'Index 2026-1' },
      },
      { ...NO_FACTS, decision: { perLedger: false, boardMayRaise: false } },
    );
  }

  finish(fineId: string, decisionId = 'appeal-1.decision-1') {
    const [appealId] = decisionId.split('.') as [string];
    return this.do({ type: 'FinishDecision', fineId, appealId, decisionId, finalOn: this.now.slice(0, 10) }, NO_FACTS);
  }

  pay(fineId: string, amountCents: number, receivedOn = this.now.slice(0, 10)) {
    return this.do(
      { type: 'RecordPayment', fineId, amountCents, receivedOn, method: 'check', reference: null },
      NO_FACTS,
    );
  }

  drop(ledger: LedgerBench) {
    return this.do({ type: 'DropFineDays', ledger: ledger.ledger }, { ...NO_FACTS, ledger: ledger.view });
  }

  bill(fineId: string, ledger: LedgerBench, days: readonly LocalDay[] = []) {
    this.do({ type: 'ServeStatement', fineId, days, spans: [], issuedBy: null }, imposition(ledger));
    return fineOf(this.state, fineId)!.statements.at(-1)!.statementId;
  }
}

export { NO_FACTS };

/** A paragraph of a decision on days of the imposition, or of a statement. */
export const paragraph = (
  number: number,
  effect: AppliedEffect['effect'],
  days: readonly LocalDay[],
  cents: number | null = null,
  statementId: string | null = null,
): AppliedEffect => ({ paragraph: number, effect, days: days.map((day) => ({ day, statementId, cents })) });

/** An agreement with every word that an agreed fine needs. */
export const agreementOn = (
  from: LocalDay,
  through: LocalDay,
  changes: Partial<AgreementFact> = {},
): AgreementFact => ({
  agreementId: 'case-a.agreement-1',
  partyId: FINDING.partyId,
  inForceOn: '2026-07-05',
  fine: { findingId: FINDING.findingId, days: [{ from, through }], saysFineIsAgreed: true, appeal: 'waived' },
  ...changes,
});
