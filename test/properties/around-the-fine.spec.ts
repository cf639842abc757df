import fc from 'fast-check';

import { rowOf } from '#identity';

import { EngineTarget } from '../support/engine-target.js';

/** Whatever happens around a fine, in whatever order: the figures keep their identities (offense-day rules 3). */

type Answer = Readonly<Record<string, unknown>>;

interface FineAnswer {
  readonly fineId: string;
  readonly findingId: string;
  readonly chargedCents: number;
  readonly waivedCents: number;
  readonly accruedCents: number;
  readonly paidCents: number;
  readonly creditCents: number;
  readonly stayedCents: number;
  readonly dueCents: number;
  readonly days: readonly { day: string; cents: number; charged: boolean; settled: boolean; state: string }[];
}

interface FindingAnswer {
  readonly findingId: string;
  readonly recordedDays: number;
  readonly observed: number;
  readonly inferred: number;
  readonly presumed: number;
  readonly forborne: number;
  readonly provableDays: number;
}

interface CaseAnswer {
  readonly findings: readonly FindingAnswer[];
  readonly fines: readonly FineAnswer[];
  readonly totals: Readonly<Record<string, number>>;
}

interface PartyAnswer {
  readonly byDay: readonly { day: string; namedCents: number; centsLeft: number }[];
  readonly fines: readonly FineAnswer[];
  readonly totals: Readonly<Record<string, number>>;
}

const MONEY = ['accruedCents', 'chargedCents', 'paidCents', 'creditCents', 'stayedCents', 'dueCents'] as const;

const NOW = '2026-06-25T14:00:00.000Z';
const START = '2026-06-01T12:00:00.000Z';
const DAYS = Array.from({ length: 24 }, (_, index) => `2026-06-${String(index + 1).padStart(2, '0')}`);

/** One thing that somebody tries; most of it may be refused, and a refusal changes nothing. */
type Act =
  | { readonly do: 'observe' | 'stopped' | 'ended'; readonly finding: 0 | 1; readonly day: number }
  | {
      readonly do: 'void' | 'reinstate' | 'forbear';
      readonly finding: 0 | 1;
      readonly from: number;
      readonly length: number;
    }
  | {
      readonly do: 'impose' | 'agree';
      readonly finding: 0 | 1;
      readonly from: number;
      readonly length: number;
      readonly rate: number;
      readonly running: boolean;
    }
  | { readonly do: 'serve' | 'statement' | 'withdraw' | 'stay' | 'lift'; readonly fine: number }
  | {
      readonly do: 'pay' | 'waive' | 'refund' | 'credit' | 'amend';
      readonly fine: number;
      readonly cents: number;
      readonly from: number;
    }
  | {
      readonly do: 'decide';
      readonly fine: number;
      readonly effects: readonly ('affirmed' | 'modified' | 'reversed' | 'remanded')[];
    }
  | { readonly do: 'annul'; readonly fine: number; readonly paragraph: number }
  | { readonly do: 'sleep'; readonly fine: number };

const finding = fc.constantFrom(0 as const, 1 as const);
const from = fc.integer({ min: 0, max: 20 });
const length = fc.integer({ min: 1, max: 6 });
const fine = fc.integer({ min: 0, max: 4 });
const cents = fc.integer({ min: 1, max: 24 }).map((n) => n * 2_500);
const effect = fc.constantFrom('affirmed' as const, 'modified' as const, 'reversed' as const, 'remanded' as const);

const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'observe' as const,
        'observe' as const,
        'observe' as const,
        'stopped' as const,
        'ended' as const,
      ),
      finding,
      day: from,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('void' as const, 'reinstate' as const, 'reinstate' as const, 'forbear' as const),
      finding,
      from,
      length,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('impose' as const, 'impose' as const, 'agree' as const),
      finding,
      from,
      length,
      rate: cents,
      running: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'serve' as const,
        'serve' as const,
        'serve' as const,
        'statement' as const,
        'withdraw' as const,
        'stay' as const,
        'stay' as const,
        'lift' as const,
      ),
      fine,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'pay' as const,
        'pay' as const,
        'pay' as const,
        'waive' as const,
        'refund' as const,
        'credit' as const,
        'amend' as const,
      ),
      fine,
      cents,
      from,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      fine,
      effects: fc.array(effect, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('annul' as const), fine, paragraph: fc.integer({ min: 1, max: 3 }) }),
  },
);

/** A town with one person, two findings at one premises, and days to begin with. */
/** The officer where the officer may; else the first role that may. */
const whoDoes = (operation: string): string => {
  const { roles } = rowOf(operation)!;
  return roles.find((role) => role === 'officer') ?? roles[0]!;
};

class Town {
  /** Operations that were done, not refused, over all runs. */
  static readonly done = new Map<string, number>();
  private readonly target = new EngineTarget();
  private caseId = '';
  private partyId = '';
  private findings: string[] = [];
  private readonly fines: string[] = [];
  private readonly appeals = new Map<string, string>();
  private readonly stays = new Map<string, string>();
  private readonly decisions = new Map<string, string>();
  private sent = 0;

  async act(operation: string, body: object, as = whoDoes(operation)): Promise<Answer> {
    this.sent += 1;
    const { status, body: answer } = await this.target.send({
      method: 'POST',
      path: `/api/${operation}`,
      headers: { 'outfall-demo-identity': as, 'idempotency-key': `act-${this.sent}` },
      body,
    });
    if (status < 300) Town.done.set(operation, (Town.done.get(operation) ?? 0) + 1);
    return status < 300 ? (answer as Answer) : { refused: (answer as { code: string }).code, problem: answer };
  }

  /** As `act`, for what cannot be refused. */
  private async done(operation: string, body: object, as?: string): Promise<Answer> {
    const answer = await this.act(operation, body, as);
    if (answer['refused']) throw new Error(`${operation}: ${JSON.stringify(answer['problem'])}`);
    return answer;
  }

  async ask<T>(operation: string, query: Record<string, string>): Promise<T> {
    const { status, body } = await this.target.send({
      method: 'GET',
      path: `/api/${operation}?${new URLSearchParams(query).toString()}`,
      headers: { 'outfall-demo-identity': whoDoes(operation) },
    });
    if (status >= 300) throw new Error(`${operation}: ${JSON.stringify(body)}`);
    return body as T;
  }

  async begin(): Promise<void> {
    await this.target.send({ method: 'POST', path: '/test/reset', body: { now: START } });
    await this.done('appointEnforcer', {
      officerId: 'demo-officer',
      office: 'Superintendent of Wastewater Facilities',
      capacity: 'Town',
      documentReference: 'example resolution 1',
      from: '2020-01-01',
    });
    await this.done('recordLocalLaw22EffectiveDate', { effectiveOn: '2009-06-22', filingReference: 'example filing' });
    for (let seat = 1; seat <= 5; seat += 1)
      await this.done('fillBoardSeat', {
        seat: String(seat),
        memberId: `demo-boardMember-${seat}`,
        from: '2020-01-01',
        reference: 'example election',
      });
    const { premisesId } = await this.done('registerPremises', {
      address: '1 Example Road',
      jurisdiction: 'townOutsideVillage',
      jurisdictionBasis: 'Tax map',
    });
    const party = await this.done('registerParty', {
      name: 'Example Laundry LLC',
      partyKind: 'organization',
      address: '1 Example Road',
    });
    this.partyId = party['partyId'] as string;
    this.caseId = (await this.done('openCase', { premisesId, title: 'Example' }))['caseId'] as string;
    for (const ruleId of ['168-27G', '168-27C(3)']) {
      const made = await this.done('makeFinding', {
        caseId: this.caseId,
        partyId: this.partyId,
        ruleId,
        facts: 'Seen.',
        againstOwner: false,
      });
      this.findings.push(made['findingId'] as string);
    }
    await this.target.send({ method: 'PUT', path: '/test/clock', body: { now: NOW } });
    const reason = 'The same unbroken seal.';
    for (const [index, day] of [DAYS[2], DAYS[9], DAYS[16]].entries())
      await this.done('observeViolation', {
        findingId: this.findings[0],
        at: `${day}T10:00-04:00`,
        ...(index > 0 ? { continuityReason: reason } : {}),
      });
    for (const day of [DAYS[4], DAYS[11]])
      await this.done('observeViolation', { findingId: this.findings[1], at: `${day}T10:00-04:00` });
  }

  private span({ from: first, length: long }: { from: number; length: number }) {
    return { from: DAYS[first]!, through: DAYS[Math.min(first + long - 1, DAYS.length - 1)]! };
  }

  private minute = 0;

  private later(minutes: number): string {
    return new Date(Date.parse(NOW) + (this.minute + minutes) * 60_000).toISOString();
  }

  private async moveClock(minutes: number): Promise<void> {
    const now = this.later(minutes);
    this.minute += minutes;
    await this.target.send({ method: 'PUT', path: '/test/clock', body: { now } });
  }

  /** Days of a finding that can be fined now, or all recorded ones; from one of them on, in order. */
  private async some(
    findingId: string,
    { from: first, length: long }: { from: number; length: number },
    provable: boolean,
  ) {
    const { findings } = await this.ask<{ findings: { days: { day: string; provable: boolean }[] }[] }>(
      'getOffenseDays',
      {
        findingId,
      },
    );
    const { byDay } = await this.ask<PartyAnswer>('getPartyFines', { partyId: this.partyId });
    const free = new Set(byDay.filter(({ centsLeft }) => centsLeft > 0).map(({ day }) => day));
    const days = findings[0]!.days
      .filter((one) => !provable || (one.provable && free.has(one.day)))
      .map(({ day }) => day);
    const start = days.length === 0 ? 0 : first % days.length;
    return days.slice(start, start + long);
  }

  private async voided(findingId: string, { from: first, length: long }: { from: number; length: number }) {
    const { findings } = await this.ask<{ findings: { days: { day: string; live: boolean }[] }[] }>('getOffenseDays', {
      findingId,
    });
    const days = findings[0]!.days.filter(({ live }) => !live).map(({ day }) => day);
    const start = days.length === 0 ? 0 : first % days.length;
    return days.slice(start, start + long);
  }

  /** Does one thing, or finds it refused. */
  async perform(act: Act): Promise<void> {
    const fineId = 'fine' in act ? this.fines[act.fine % Math.max(1, this.fines.length)] : undefined;
    const findingId = 'finding' in act ? this.findings[act.finding] : undefined;
    switch (act.do) {
      case 'observe':
        return void (await this.act('observeViolation', {
          findingId,
          at: `${DAYS[act.day]}T11:00-04:00`,
          continuityReason: 'The same seal.',
        }));
      case 'stopped':
        return void (await this.act('recordFoundStopped', { findingId, at: `${DAYS[act.day]}T12:00-04:00` }));
      case 'ended':
        return void (await this.act('recordEnd', { findingId, at: `${DAYS[act.day]}T13:00-04:00` }));
      case 'void':
        return void (await this.act('voidOffenseDays', {
          findingId,
          days: await this.some(findingId!, act, false),
          reason: 'Doubt.',
        }));
      case 'reinstate':
        return void (await this.act('reinstateOffenseDays', {
          findingId,
          days: await this.voided(findingId!, act),
          reason: 'Proof.',
          evidence: ['photograph-1'],
        }));
      case 'forbear':
        return void (await this.act('forbearOffenseDays', {
          findingId,
          ...this.span(act),
          authority: 'example agreement',
          reason: 'Agreed.',
        }));
      case 'impose': {
        const { fineId: made } = await this.act('imposeCivilFine', {
          findingId,
          days: await this.some(findingId!, act, true),
          amount: { rateCents: act.rate },
          ...(act.running ? { running: { rateCents: act.rate } } : {}),
          reason: 'Example.',
        });
        if (typeof made === 'string') this.fines.push(made);
        return;
      }
      case 'agree':
        return this.agree(findingId!, act);
      default:
        if (fineId === undefined) return;
        return this.aroundFine(act, fineId);
    }
  }

  private async agree(
    findingId: string,
    act: { from: number; length: number; rate: number; running: boolean },
  ): Promise<void> {
    const days = (await this.some(findingId, act, true)).map((day) => ({ from: day, through: day }));
    if (days.length === 0) return;
    const { agreementId } = await this.act('draftConsentAgreement', {
      caseId: this.caseId,
      partyId: this.partyId,
      findingIds: [findingId],
      terms: 'Example terms.',
      // Without its words on appeal the fine is an imposed one.
      fine: { findingId, days, saysFineIsAgreed: true, ...(act.running ? { appeal: 'waived' } : {}) },
    });
    if (typeof agreementId !== 'string') return;
    await this.act('signConsentAgreement', {
      agreementId,
      signedByPartyOn: '2026-06-25',
      signedForTownOn: '2026-06-25',
      proof: 'Signed copy',
    });
    const { fineId } = await this.act('agreeCivilFine', {
      findingId,
      spans: days,
      amount: { rateCents: act.rate },
      agreementId,
      reason: 'Agreed.',
    });
    if (typeof fineId === 'string') this.fines.push(fineId);
  }

  private async aroundFine(act: Act, fineId: string): Promise<void> {
    switch (act.do) {
      case 'serve':
        return void (await this.act('recordService', {
          fineId,
          servedAt: '2026-06-25T09:00-04:00',
          method: 'personal',
          proof: 'Receipt',
        }));
      case 'statement': {
        const { statementId } = await this.act('serveStatement', { fineId });
        if (typeof statementId === 'string')
          await this.act('recordService', {
            fineId,
            statementId,
            servedAt: '2026-06-25T09:30-04:00',
            method: 'personal',
            proof: 'Receipt',
          });
        return;
      }
      case 'withdraw':
        return void (await this.act('withdrawCivilFine', { fineId, reason: 'Error.' }));
      case 'pay':
        return void (await this.act('recordPayment', {
          fineId,
          amountCents: act.cents,
          receivedOn: '2026-06-25',
          method: 'check',
        }));
      case 'waive':
      case 'amend': {
        const [proposal, body] =
          act.do === 'waive'
            ? ['waiveCivilFine', { fineId, cents: act.cents, reason: 'Hardship.' }]
            : [
                'amendCivilFine',
                { fineId, days: [{ day: DAYS[act.from], cents: Math.min(act.cents, 40_000) }], reason: 'Too high.' },
              ];
        const { reductionId } = await this.act(proposal, body);
        if (typeof reductionId === 'string') await this.act('confirmReduction', { fineId, reductionId }, 'counsel');
        return;
      }
      case 'refund':
        return void (await this.act('refundCredit', {
          fineId,
          amountCents: Math.min(act.cents, await this.creditOf(fineId)),
          refundedOn: '2026-06-25',
          method: 'check',
        }));
      case 'credit': {
        const toFineId = this.fines.find((other) => other !== fineId);
        return void (
          toFineId &&
          (await this.act('applyCredit', {
            fineId,
            toFineId,
            amountCents: Math.min(act.cents, await this.creditOf(fineId)),
          }))
        );
      }
      case 'stay': {
        const appealId = await this.appealOf(fineId);
        const { stayId } = await this.act('grantStay', { appealId, resolutionNumber: 'example 1' }, 'clerk');
        if (typeof stayId === 'string') this.stays.set(fineId, stayId);
        return;
      }
      case 'lift': {
        const stayId = this.stays.get(fineId);
        if (stayId) await this.act('liftStay', { stayId, reason: 'Example.', resolutionNumber: 'example 2' }, 'clerk');
        return;
      }
      case 'decide':
        return this.decide(fineId, act.effects);
      case 'annul': {
        const decisionId = this.decisions.get(fineId);
        if (!decisionId) return;
        await this.act('recordArticle78Filed', { decisionId, indexNumber: '2026/1', filedOn: '2026-06-25' }, 'counsel');
        const reference = 'example judgment';
        const decided = { decisionId, outcome: 'annulled', decidedOn: '2026-06-25', reference };
        return void (await this.act(
          'recordArticle78Decision',
          { ...decided, annulledParagraphs: [act.paragraph] },
          'counsel',
        ));
      }
      default:
        return;
    }
  }

  private async creditOf(fineId: string): Promise<number> {
    return (await this.ask<FineAnswer>('getFine', { fineId })).creditCents;
  }

  private async appealOf(fineId: string): Promise<string | undefined> {
    const { appealId } = await this.act(
      'fileAppeal',
      { fineId, filedOn: '2026-06-25', channel: 'mail', grounds: 'Example grounds.' },
      'clerk',
    );
    if (typeof appealId === 'string') this.appeals.set(fineId, appealId);
    return this.appeals.get(fineId);
  }

  private async decide(fineId: string, effects: readonly string[]): Promise<void> {
    const appealId = await this.appealOf(fineId);
    if (!appealId) return;
    const { fines } = await this.ask<PartyAnswer>('getPartyFines', { partyId: this.partyId });
    const named = fines.find((one) => one.fineId === fineId)!.days.filter(({ state }) => state !== 'dropped');
    const paragraphs = effects
      .map((decided, index) => ({
        effect: decided,
        days: [...new Set(named.filter((_, at) => at % effects.length === index).map(({ day }) => day))],
        ...(decided === 'modified' ? { cents: 1_000 } : {}),
        text: 'Example.',
      }))
      .filter(({ days }) => days.length > 0);
    const hearingAt = this.later(1);
    const { hearingId } = await this.act('noticeHearing', { appealId, hearingAt, place: 'Town Hall' }, 'clerk');
    if (typeof hearingId === 'string') {
      await this.moveClock(2);
      await this.act('openHearing', { hearingId, openedAt: hearingAt }, 'clerk');
      await this.act('closeHearing', { hearingId, closedAt: hearingAt }, 'clerk');
    }
    await this.act('certifyAppealRecord', { appealId }, 'clerk');
    const { decisionId } = await this.act(
      'decideAppeal',
      {
        appealId,
        decidedOn: '2026-06-25',
        resolutionNumber: 'example 2',
        votes: ['1', '2', '3'].map((seat) => ({ seat, vote: 'aye' })),
        paragraphs,
      },
      'boardMember',
    );
    if (typeof decisionId === 'string') this.decisions.set(fineId, decisionId);
  }

  /** Every identity that must hold now; as one value, so that a failure shows what broke. */
  async broken(): Promise<readonly string[]> {
    const ofCase = await this.ask<CaseAnswer>('getCaseFines', { caseId: this.caseId });
    const ofParty = await this.ask<PartyAnswer>('getPartyFines', { partyId: this.partyId });
    const problems: string[] = [];
    const must = (holds: boolean, what: string): void => {
      if (!holds) problems.push(what);
    };
    for (const { findingId, recordedDays, observed, inferred, presumed, forborne, provableDays } of ofCase.findings) {
      must(
        recordedDays === observed + inferred + presumed + forborne,
        `${findingId}: recorded is the sum of the buckets`,
      );
      must(provableDays <= observed + inferred, `${findingId}: provable is at most observed and inferred`);
    }
    for (const one of ofCase.fines) {
      must(
        one.chargedCents <= one.accruedCents,
        `${one.fineId}: charged ${one.chargedCents} is at most accrued ${one.accruedCents}`,
      );
      const right = one.chargedCents - Math.min(one.waivedCents, one.chargedCents) - one.paidCents - one.stayedCents;
      must(
        one.dueCents - one.creditCents === right,
        `${one.fineId}: due − credit is ${right}, was ${one.dueCents - one.creditCents}`,
      );
      must(one.dueCents === 0 || one.creditCents === 0, `${one.fineId}: either due or credit`);
      for (const { day, charged, settled } of one.days)
        if (charged && !settled)
          must(await this.isProvable(one.findingId, day), `${one.fineId} ${day}: charged, unsettled, not provable`);
    }
    for (const { day, namedCents, centsLeft } of ofParty.byDay) {
      must(namedCents <= 100_000, `${day}: ${namedCents} named for one person and day`);
      must(namedCents + centsLeft === 100_000, `${day}: what is left is the cap less what is named`);
    }
    for (const figure of MONEY) {
      const sum = (fines: readonly FineAnswer[]) => fines.reduce((total, one) => total + one[figure], 0);
      must(ofCase.totals[figure] === sum(ofCase.fines), `case ${figure} is the sum over its fines`);
      must(ofParty.totals[figure] === sum(ofParty.fines), `party ${figure} is the sum over its fines`);
    }
    return problems;
  }

  private async isProvable(findingId: string, day: string): Promise<boolean> {
    const { provable } = await this.ask<{ provable: boolean }>('getDayProof', { findingId, day });
    return provable;
  }

  /** Tables of the read model that a rebuild from the log would not give the same. */
  async differing(): Promise<readonly string[]> {
    await this.target.running.engine.drain();
    return this.target.running.engine.readModel.verify();
  }

  async end(): Promise<void> {
    await this.target.close();
  }
}

describe('around the fine, in any order (offense-day rules 3, identities)', () => {
  it('the identities hold after every act, and the read model is what the log gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anAct, { minLength: 20, maxLength: 40 }), async (acts) => {
        const town = new Town();
        try {
          await town.begin();
          for (const act of acts) {
            await town.perform(act);
            const problems = await town.broken();
            if (problems.length > 0) throw new Error(`after ${JSON.stringify(act)}: ${problems.join('; ')}`);
          }
          expect(await town.differing()).toEqual([]);
        } finally {
          await town.end();
        }
      }),
      { numRuns: Number(process.env['OUTFALL_RUNS'] ?? 80), seed: Number(process.env['OUTFALL_SEED'] ?? 168) },
    );
    expect([...Town.done.keys()]).toEqual(
      expect.arrayContaining([
        'agreeCivilFine',
        'applyCredit',
        'confirmReduction',
        'decideAppeal',
        'forbearOffenseDays',
        'liftStay',
        'recordArticle78Decision',
        'recordFoundStopped',
        'refundCredit',
        'reinstateOffenseDays',
        'voidOffenseDays',
        'withdrawCivilFine',
      ]),
    );
  }, 600_000);
});
