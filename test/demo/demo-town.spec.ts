import type { Actor } from '#kernel';
import { rowOf } from '#identity';
import { ALL_CAPABILITIES } from '#server';

import { demoLines } from '../../apps/server/src/demo-mark.js';
import { DEMO_ENDS } from '../../apps/cli/src/demo-town.js';
import { storedIn } from '../crash/killable-town.js';
import type { PlayedDemoTown } from '../support/demo-town.js';
import { playedDemoTown } from '../support/demo-town.js';
import { townOver } from '../support/engine-target.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of every query, whose shape is asserted here
type Answer = any;

const COUNSEL = { id: 'demo-counsel', role: 'counsel', capacity: 'Town' } as const;
const TODAY = '2026-11-30';
const MONEY = [
  'chargedCents',
  'waivedCents',
  'owedCents',
  'paidCents',
  'creditCents',
  'openCents',
  'stayedCents',
  'dueCents',
];

let demo: PlayedDemoTown;

/** Counsel, who may ask nearly everything; else the first role that may. */
const oneWhoMay = (id: string): Actor => {
  const { roles } = rowOf(id)!;
  const role = roles.find((one) => one === 'counsel') ?? roles[0]!;
  return role === 'counsel' ? COUNSEL : { id: `demo-${role}`, role, capacity: 'Town' };
};

const ask = async (id: string, query: object = {}, past: { asOf?: string; knownAt?: string } = {}): Promise<Answer> =>
  (await demo.target.running.engine.query(id, query, { actor: oneWhoMay(id), ...past })).answer;

/** What a case of the demo saved under a name. */
const saved = (caseFile: string, name: string): Answer => demo.saved.get(caseFile)?.get(name);

/** One case with everything that hangs on it. */
interface Picture {
  readonly shown: Answer;
  readonly days: Answer;
  readonly money: Answer;
  readonly fines: readonly Answer[];
  readonly notices: readonly Answer[];
  readonly appeals: readonly Answer[];
  readonly deadlines: readonly Answer[];
  readonly reductions: readonly Answer[];
}

let pictures: Picture[] = [];

const pictureOf = async (caseId: string): Promise<Picture> => {
  const money = await ask('getCaseFines', { caseId }, { asOf: TODAY });
  const { notices } = await ask('listNotices', { caseId, limit: 200 });
  const { appeals } = await ask('listAppeals', { caseId, limit: 200 });
  return {
    shown: await ask('getCase', { caseId }),
    days: await ask('getOffenseDays', { caseId }),
    money,
    fines: await Promise.all(money.fines.map(({ fineId }: Answer) => ask('getFine', { fineId }))),
    notices: await Promise.all(notices.map(({ noticeId }: Answer) => ask('getNotice', { noticeId }))),
    appeals: await Promise.all(appeals.map(({ appealId }: Answer) => ask('getAppeal', { appealId }))),
    deadlines: (await ask('listDeadlines', { caseId, limit: 200 })).deadlines,
    reductions: (await ask('listReductions', { caseId, limit: 200 })).reductions,
  };
};

beforeAll(async () => {
  demo = await playedDemoTown();
  const { cases } = await ask('listCases', { limit: 200 });
  pictures = await Promise.all(cases.map(({ caseId }: Answer) => pictureOf(caseId)));
}, 300_000);

afterAll(() => demo.target.close());

/** Each state of a civil life that the demo shows, and how a case in it looks. */
const STATES: readonly (readonly [string, (picture: Picture) => boolean])[] = [
  ['a case open', ({ shown }) => shown.status === 'open'],
  ['a case closed', ({ shown }) => shown.status === 'closed'],
  ['a case reopened', ({ shown }) => shown.closings.some((one: Answer) => one.reopened)],
  ['a case consolidated into another', ({ shown }) => shown.status === 'consolidated'],
  ['a case that received findings', ({ shown }) => shown.received.length > 0],
  ['a case opened on a complaint', ({ shown }) => shown.complaintId !== null],
  ['a case of the Village part, referred', ({ shown }) => shown.closed?.reason === 'referredElsewhere'],
  ['a case under litigation hold', ({ shown }) => shown.holds.length > 0],
  ['a review item open', ({ shown }) => shown.reviewItems.some((one: Answer) => one.settledOn === null)],
  ['a review item settled', ({ shown }) => shown.reviewItems.some((one: Answer) => typeof one.settledOn === 'string')],
  ['a finding withdrawn', ({ days }) => days.findings.some((one: Answer) => one.withdrawn)],
  ['days held back for want of an opinion', ({ days }) => days.heldBackDays > 0],
  ['days voided', ({ days }) => days.voided > 0],
  ['days voided because the premises were sold', ({ days }) => days.findings.some(sold)],
  ['days forborne', ({ days }) => days.forborne > 0],
  ['a run open with presumed days', ({ days }) => days.presumed > 0],
  ['a cure rejected and one verified', ({ days }) => cures(days).length > 1],
  ['a second owner with findings of its own', ({ money }) => money.parties.length > 1],
  ['a notice of violation served in person', ({ notices }) => notices.some(served('noticeOfViolation', 'personal'))],
  [
    'a letter unclaimed, served again on the door',
    ({ notices }) => notices.some(served('noticeOfViolation', 'affixAndMail')),
  ],
  ['a hearing noticed', ({ notices }) => notices.some(({ kind }) => kind === 'hearing')],
  ['a decision served', ({ notices }) => notices.some(served('decision', 'personal'))],
  ['a demand', ({ notices }) => notices.some(({ kind }) => kind === 'demand')],
  ['a compliance date met', ({ deadlines }) => deadlines.some(clock('compliance', 'met'))],
  ['a compliance date overdue', ({ deadlines }) => deadlines.some(clock('compliance', 'overdue'))],
  ['a compliance date extended', ({ shown }) => extensions(shown).some((one) => one.granted)],
  ['an extension denied', ({ shown }) => extensions(shown).some((one) => one.denied)],
  ['an agreed payment overdue', ({ deadlines }) => deadlines.some(clock('agreementPayment', 'overdue'))],
  ['a stale run', ({ deadlines }) => deadlines.some(clock('staleAccrual', 'overdue'))],
  ['60 days to connect over', ({ deadlines }) => deadlines.some(({ kind }) => kind === 'sewerConnection')],
  ['an agreement signed', ({ shown }) => shown.agreements.some((one: Answer) => one.status === 'signed')],
  ['an agreement breached', ({ shown }) => shown.agreements.some((one: Answer) => one.status === 'breached')],
  ['an agreement completed', ({ shown }) => shown.agreements.some((one: Answer) => one.status === 'completed')],
  ['an agreement abandoned', ({ shown }) => shown.agreements.some((one: Answer) => one.status === 'abandoned')],
  ['an agreed fine paid', ({ fines }) => fines.some((one) => one.how === 'agreed' && one.dueCents === 0)],
  ['an agreed fine paid in part', ({ fines }) => fines.some((one) => one.how === 'agreed' && one.dueCents > 0)],
  ['a fine under a draft without the words', ({ fines }) => fines.some((one) => one.wanting?.missing.length > 0)],
  ['a fine imposed and not served', ({ fines }) => fines.some((one) => !one.served && one.namedCents > 0)],
  ['a running fine with statements', ({ fines }) => fines.some((one) => one.statements.length > 1)],
  ['a fine withdrawn', ({ reductions }) => reductions.some(({ status }) => status === 'withdrawn')],
  ['a fine waived in part by two persons', ({ reductions }) => reductions.some(reduction('waiver', 'confirmed'))],
  ['a fine amended by two persons', ({ reductions }) => reductions.some(reduction('amendment', 'confirmed'))],
  ['a reduction that waits for a second person', ({ reductions }) => reductions.some(reduction('waiver', 'waiting'))],
  ['a credit refunded', ({ fines }) => fines.some((one) => one.refunds.length > 0)],
  ['a credit applied to another fine', ({ fines }) => fines.some((one) => one.creditIn.length > 0)],
  [
    'an action to collect, and a judgment',
    ({ fines }) => fines.some((one) => one.collection.length > 0 && one.judgment),
  ],
  ['a judgment satisfied', ({ fines }) => fines.some((one) => one.satisfaction)],
  ['a fine under stay', ({ fines }) => fines.some((one) => one.stayedCents > 0)],
  ['an appeal heard and pending', ({ appeals }) => appeals.some((one) => one.status === 'heard' && one.pending)],
  [
    'an appeal decided and final',
    ({ appeals }) => appeals.some((one) => one.decisions.some((each: Answer) => each.final)),
  ],
  ['a vote that fell short', ({ appeals }) => appeals.some((one) => one.votesFallenShort.length > 0)],
  [
    'an Article 78 proceeding',
    ({ appeals }) => appeals.some((one) => one.decisions.some((each: Answer) => each.article78)),
  ],
  ['an appeal filed long after, and withdrawn', ({ appeals }) => appeals.some((one) => one.status === 'withdrawn')],
];

const cures = (days: Answer): readonly Answer[] => days.findings.flatMap((one: Answer) => one.cures);
const sold = (finding: Answer): boolean => finding.days.some((one: Answer) => one.voidCause === 'ownershipEnded');
const extensions = (shown: Answer): readonly Answer[] => shown.complianceDates.flatMap((one: Answer) => one.extensions);
const clock = (kind: string, status: string) => (one: Answer) => one.kind === kind && one.status === status;
const reduction = (kind: string, status: string) => (one: Answer) => one.kind === kind && one.status === status;
const served = (kind: string, method: string) => (one: Answer) => one.kind === kind && one.service?.method === method;

describe('the demo town', () => {
  it('has 17 cases and three appeals', () => {
    expect(pictures).toHaveLength(17);
    expect(pictures.flatMap(({ appeals }) => appeals.map(({ number }) => number)).sort()).toEqual([
      'A-2025-001',
      'A-2026-001',
      'A-2026-002',
    ]);
  });

  it.each(STATES)('shows %s', (_, looks) => {
    expect(pictures.filter(looks).map(({ shown }) => shown.number)).not.toEqual([]);
  });

  it('has complaints referred elsewhere, without action, and waiting to be screened', async () => {
    const { complaints } = await ask('listComplaints', { limit: 200 });
    expect(complaints.filter(({ referredTo }: Answer) => referredTo.includes('DEC'))).toHaveLength(1);
    expect(complaints.filter(({ outcome }: Answer) => outcome === 'noAction')).toHaveLength(1);
    expect(complaints.filter(({ outcome }: Answer) => outcome === null)).toHaveLength(1);
  });

  it('has one case of 400 offense days, open and stale', () => {
    const long = pictures.filter(({ days }) => days.recordedDays >= 400);
    expect(long.map(({ shown, days }) => [shown.status, days.recordedDays])).toEqual([['open', 400]]);
    expect(long[0]!.deadlines.filter(clock('staleAccrual', 'overdue'))).toHaveLength(1);
  });

  it('has case money that sums to party money', async () => {
    const parties = (await ask('listParties', { limit: 200 })).parties as { partyId: string }[];
    const ofParties = await Promise.all(
      parties.map(({ partyId }) => ask('getPartyFines', { partyId }, { asOf: TODAY })),
    );
    const sums = (totals: readonly Answer[]): object =>
      Object.fromEntries(MONEY.map((figure) => [figure, totals.reduce((sum, one) => sum + one[figure], 0)]));
    const ofCases = sums(pictures.map(({ money }) => money.totals));
    expect(ofCases).toEqual(sums(ofParties.map(({ totals }) => totals)));
    for (const cents of Object.values(ofCases)) expect(Number.isSafeInteger(cents)).toBe(true);
    expect(ofCases).toMatchObject({ creditCents: 0, stayedCents: 1_350_000 });
  });
});

describe("the laundry's case is the one on the screens", () => {
  // Figures of source/town.mjs of the screens, computed with Node on 30 November 2026.
  const C1 = {
    recordedDays: 203,
    provableDays: 158,
    observed: 9,
    inferred: 149,
    presumed: 30,
    forborne: 15,
    voided: 9,
  };
  const C1_KNOWN_ON_5_OCTOBER = {
    recordedDays: 156,
    provableDays: 136,
    observed: 7,
    inferred: 129,
    presumed: 5,
    forborne: 15,
    voided: 0,
  };
  const M = { chargedCents: 1_710_000, paidCents: 200_000, stayedCents: 1_350_000, dueCents: 160_000 };
  const DECIDED = { chargedCents: 1_635_000, paidCents: 200_000, stayedCents: 0, dueCents: 1_435_000 };

  const caseId = (): string => saved('demo-laundry', 'case');
  const findingId = (): string => saved('demo-laundry', 'finding');

  it.each([['2026-11-29'], ['2026-11-30']])('counts the days of finding 1 as of %s', async (asOf) => {
    expect(await ask('getOffenseDays', { findingId: findingId() }, { asOf })).toMatchObject(C1);
  });

  it('counts them as of the end of 4 October as known on 5 October 2026, 5:00 PM', async () => {
    expect(
      await ask(
        'getOffenseDays',
        { findingId: findingId() },
        { asOf: '2026-10-04', knownAt: '2026-10-05T17:00-04:00' },
      ),
    ).toMatchObject(C1_KNOWN_ON_5_OCTOBER);
  });

  it('has charged, paid, stayed and due money as of 30 November', async () => {
    const { totals, fines } = await ask('getCaseFines', { caseId: caseId() }, { asOf: TODAY });
    expect(totals).toMatchObject(M);
    expect(fines.map(({ number, how, dueCents }: Answer) => [number, how, dueCents])).toEqual([
      ['CF-2026-003', 'agreed', 100_000],
      ['CF-2026-006', 'imposed', 0],
      ['CF-2026-007', 'imposed', 60_000],
    ]);
  });

  it('charges 84 days of finding 1 with $16,500.00 and one of finding 2', async () => {
    const { fines } = await ask('getCaseFines', { caseId: caseId() }, { asOf: TODAY });
    const charged = fines.flatMap((one: Answer) =>
      one.days
        .filter(({ state }: Answer) => state === 'charged')
        .map(({ day, cents }: Answer) => ({ findingId: one.findingId, day, cents })),
    );
    const first = charged.filter((one: Answer) => one.findingId === findingId());
    expect(first).toHaveLength(84);
    expect(first.reduce((sum: number, { cents }: Answer) => sum + cents, 0)).toBe(1_650_000);
    expect(charged).toHaveLength(85);
  });

  it('would have the balance of the screens if the Board reversed 16 to 18 May', async () => {
    const preview = await ask('previewDecision', {
      appealId: saved('demo-laundry', 'appeal'),
      decidedOn: TODAY,
      paragraphs: JSON.stringify([
        { effect: 'reversed', spans: [{ from: '2026-05-16', through: '2026-05-18' }], text: 'Apart.' },
        { effect: 'affirmed', rest: true, text: 'Proved.' },
      ]),
    });
    expect(preview.before.case).toMatchObject(M);
    expect(preview.after.case).toMatchObject(DECIDED);
  });
});

describe('every query', () => {
  /** What each query is asked with; a query that is not here has no input of a case. */
  const inputsOf = (id: string, { shown, fines, notices, appeals, deadlines, days }: Picture): readonly object[] => {
    const { caseId } = shown;
    const findingIds: string[] = days.findings.map((one: Answer) => one.findingId);
    const partyIds = [...new Set<string>(days.findings.map((one: Answer) => one.partyId))];
    const premisesId: string = shown.premises.premisesId;
    const dayOf = (findingId: string): string | undefined =>
      days.findings.find((one: Answer) => one.findingId === findingId)?.days[0]?.day;
    const withDays = findingIds.filter((findingId) => dayOf(findingId) !== undefined);
    const byId: Readonly<Record<string, readonly object[]>> = {
      getCase: [{ caseId }],
      getClosing: [{ caseId }],
      getTimeline: [{ caseId }],
      getCaseFines: [{ caseId }],
      getMisdemeanorExposure: [{ caseId }, ...findingIds.map((findingId) => ({ findingId }))],
      getOffenseDays: [{ caseId }, ...findingIds.map((findingId) => ({ findingId }))],
      listCases: [{ premisesId }],
      listReviewItems: [{ caseId }],
      listFines: [{ caseId }],
      listReductions: [{ caseId }],
      listNotices: [{ caseId }],
      listAppeals: [{ caseId }],
      listDeadlines: [{ caseId }],
      listOpenRuns: [{ caseId }],
      listComplaints: [{ premisesId }],
      whatChanged: [{ caseId, fromAsOf: '2026-06-30' }],
      explainFigure: MONEY.map((figure) => ({ caseId, figure })),
      getComplaint: shown.complaintId ? [{ complaintId: shown.complaintId }] : [],
      revealComplainant: shown.complaintId ? [{ complaintId: shown.complaintId, reason: 'To ask again' }] : [],
      listCounselNotes: [{ caseId }],
      getPremises: [{ premisesId }],
      getParty: partyIds.map((partyId) => ({ partyId })),
      getPartyFines: partyIds.map((partyId) => ({ partyId })),
      getFine: fines.map(({ fineId }) => ({ fineId })),
      getNotice: notices.map(({ noticeId }) => ({ noticeId })),
      getAppeal: appeals.map(({ appealId }) => ({ appealId })),
      getAppealPacket: appeals.map(({ appealId }) => ({ appealId })),
      getDeadline: deadlines.map(({ deadlineId }) => ({ deadlineId })),
      getDayProof: withDays.map((findingId) => ({ findingId, day: dayOf(findingId) })),
      getDayDeadlines: withDays.map((findingId) => ({ findingId, day: dayOf(findingId) })),
      whatIfFine: findingIds.map((findingId) => ({ findingId, rateCents: 10_000 })),
      checkMisdemeanorCount: withDays.map((findingId) => ({
        findingId,
        from: dayOf(findingId),
        through: dayOf(findingId),
        fineCents: 25_000,
      })),
    };
    return byId[id] ?? [];
  };
  const OF_NO_CASE: Readonly<Record<string, object>> = {
    listPremises: {},
    listParties: {},
    listSealedCases: {},
    listUsers: {},
    getMyself: {},
    listAudit: {},
    exportAudit: { from: '2026-01-01', through: TODAY },
    listKeyDestructions: { all: true },
    findComplaintsByComplainant: { name: 'Nobody of that name' },
    listRules: {},
    listPolicies: {},
    getSettings: {},
    getConflictRegister: {},
    getDefinitions: {},
    getPenalties: {},
    getRule: { ruleId: '168-26H' },
    getPolicy: { policy: 'stale-accrual-days' },
    computeDeadline: { rule: 'days', start: TODAY, count: 30, extend: true },
  };
  /** Left out: one is asked above, of the only appeal that awaits a decision; the demo town's people have no accounts. */
  const QUERIES = ALL_CAPABILITIES.flatMap(({ operations }) => operations).filter(
    ({ id, kind }) => kind === 'query' && !['previewDecision', 'getUser'].includes(id),
  );

  it.each(QUERIES.map(({ id }) => id))('%s answers, about every case where it is about one', async (id) => {
    const inputs = id in OF_NO_CASE ? [OF_NO_CASE[id]!] : pictures.flatMap((picture) => inputsOf(id, picture));
    expect(inputs.length).toBeGreaterThan(0);
    for (const input of inputs) expect(await ask(id, input)).toBeDefined();
  });
});

describe('a machine whose clock is before the last moment of the demo town', () => {
  it('serves it, records with a stamp that never goes backward, and closes no day twice', async () => {
    const stored = await storedIn(demo.target.running);
    const last = stored.at(-1)!;
    await demo.target.close();
    demo.target.remains.clock.set('2026-06-01T14:00:00.000Z');
    const town = townOver(demo.target.remains);
    await town.engine.start();
    await town.engine.runTicks();
    const body = { name: 'Example Newcomer LLC', partyKind: 'organization' };
    const { position } = await town.engine.execute('registerParty', body, { actor: oneWhoMay('registerParty') });
    const events = await storedIn(town);
    expect(events.slice(stored.length).map(({ type }) => type)).toEqual(['PartyRegistered']);
    expect(events.at(-1)!.recordedAt).toBe(last.recordedAt);
    expect(position).not.toBeNull();
    await town.stop();
  });

  it('is told so at the start of the server', () => {
    const mark = { what: '', endsAt: DEMO_ENDS, finished: true };
    expect(demoLines(mark, '2026-06-01T14:00:00.000Z').join('\n')).toContain('is before the demo town');
    expect(demoLines(mark, '2026-12-01T14:00:00.000Z')).toHaveLength(1);
  });
});
