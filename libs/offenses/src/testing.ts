import type { Actor, DecisionContext, LocalDay } from '#kernel';
import { foldEvents, isDomainError, v5 } from '#kernel';
import { contextAt } from '#kernel/testing';
import type { SettingsEvent, SettingsState } from '#law/published';
import { settingsFold } from '#law/published';
import { addDays, eachDay, fromDayNumber, localDayOf } from '#legal-time';

import type { LedgerState } from './ledger.state.js';
import { emptyLedger, isForborne, ledgerFold } from './ledger.state.js';
import type { OffenseCommand } from './offense.commands.js';
import { ledger } from './offense.decider.js';
import type { OffenseEvent } from './offense.events.js';
import type { FindingFact, LedgerFacts } from './offense.facts.js';

export const FINDING: FindingFact = {
  findingId: 'case-a.finding-1',
  caseId: 'case-a',
  partyId: 'party-1',
  premisesId: 'premises-1',
  ruleId: '168-27G',
  againstOwner: false,
  withdrawn: false,
};

export const settingsOf = (...events: SettingsEvent[]): SettingsState =>
  foldEvents(settingsFold, settingsFold.initialState(), events);

/** A ledger driven like the real one, with a clock that has closed every day before the one it stands on. */
export class LedgerBench {
  state: LedgerState = emptyLedger();
  readonly events: OffenseEvent[] = [];
  private count = 0;
  settings: SettingsState;

  constructor(
    readonly finding: FindingFact = FINDING,
    settings: SettingsState = settingsOf(),
  ) {
    this.settings = settings;
  }

  context(now: string, actor: string): DecisionContext {
    this.count += 1;
    const id = v5('bench', String(this.count));
    const who: Actor = { id: actor, role: 'officer', capacity: 'Town' };
    return { ...contextAt(now), commandId: id, actor: who, today: localDayOf(now), newId: (name) => v5(id, name) };
  }

  facts(now: string, finding: FindingFact | null = this.finding): LedgerFacts {
    return { finding, target: null, settings: this.settings, clockClosed: addDays(localDayOf(now), -1) };
  }

  decide(
    now: string,
    command: OffenseCommand,
    actor = 'officer-1',
    finding: FindingFact | null = this.finding,
  ): readonly OffenseEvent[] {
    return ledger.decide(command, this.state, this.facts(now, finding), this.context(now, actor));
  }

  do(
    now: string,
    command: OffenseCommand,
    actor = 'officer-1',
    finding: FindingFact | null = this.finding,
  ): readonly OffenseEvent[] {
    const events = this.decide(now, command, actor, finding);
    this.state = foldEvents(ledgerFold, this.state, events);
    this.events.push(...events);
    return events;
  }

  refusal(
    now: string,
    command: OffenseCommand,
    actor = 'officer-1',
    finding: FindingFact | null = this.finding,
  ): string {
    try {
      this.decide(now, command, actor, finding);
    } catch (error) {
      if (isDomainError(error)) return error.code;
      throw error;
    }
    return 'accepted';
  }

  see(
    at: string,
    options: { now?: string; reason?: string; finding?: FindingFact; kind?: 'ObserveViolation' | 'RecordEnd' } = {},
  ) {
    const finding = options.finding ?? this.finding;
    return this.do(
      options.now ?? at,
      {
        type: options.kind ?? 'ObserveViolation',
        ...seen(at, finding.findingId),
        continuityReason: options.reason ?? null,
      },
      'officer-1',
      finding,
    );
  }

  stopped(at: string, now = at) {
    return this.do(now, { type: 'RecordFoundStopped', ...seen(at, this.finding.findingId) });
  }

  close(day: LocalDay) {
    return this.do(
      `${addDays(day, 1)}T05:00:00.000Z`,
      { type: 'RecordPresumedDay', ledger: this.finding, day },
      'clock',
      null,
    );
  }

  closeThrough(from: LocalDay, through: LocalDay) {
    for (const day of eachDay(from, through)) this.close(day);
  }

  /** `O`, `I`, `P`, `F` or `V` for each day from one to another; `.` where nothing is recorded. */
  picture(from: LocalDay, through: LocalDay): string {
    return eachDay(from, through)
      .map((day) => {
        const known = [...this.state.days].find(([number]) => fromDayNumber(number) === day)?.[1];
        if (!known) return '.';
        if (!known.live) return 'V';
        if (isForborne(this.state, day)) return 'F';
        return known.basis.charAt(0).toUpperCase();
      })
      .join('');
  }
}

export const seen = (at: string, findingId: string) => ({
  findingId,
  at,
  atAsEntered: at,
  day: localDayOf(at),
  evidence: [],
  note: null,
});

/** Ten in the morning, summer time. */
export const at = (day: LocalDay, time = '14:00'): string => `${day}T${time}:00.000Z`;
