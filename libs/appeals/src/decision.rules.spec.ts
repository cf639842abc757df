import type { DecideAppeal } from './appeal.commands.js';
import type { AppealDecided, AppealEvent } from './appeal.events.js';
import type { Appeal } from './appeal.state.js';
import { appealFold } from './appeal.state.js';
import {
  APPEAL,
  BOARD,
  book,
  clerkAt,
  closed,
  DAYS,
  decide,
  factsWith,
  filed,
  FINDING,
  fineWith,
  IDS,
  NOV_30,
  noticed,
  opened,
  paragraph,
  policy,
  recused,
  RIPE,
  seat,
  settingsOf,
} from './testing.js';

const decided = (command = decide(), events: readonly AppealEvent[] = [...RIPE, recused('2')], facts = factsWith()) =>
  (book(events, command, facts).events()[0] as AppealDecided).data;
const stateOf = (events: readonly AppealEvent[]): Appeal => events.reduce(appealFold.evolve, null)!;

describe('the vote (Town Law § 63; Gen. Constr. Law § 41; both for counsel to confirm)', () => {
  it('carries with three ayes of five seats, the recused seat counted', () => {
    const data = decided();
    expect(data).toMatchObject({ ayes: 3, needed: 3, decisionId: `${APPEAL}.decision-1` });
    expect(data.seats.map(({ seat: name, cast }) => `${name} ${cast}`)).toEqual([
      '1 aye',
      '2 recused',
      '3 aye',
      '4 aye',
      '5 no',
    ]);
    expect(data.authority).toContain('both for counsel to confirm');
  });

  it('decides nothing with two ayes of three cast: the vote is recorded and the appeal stays open', () => {
    const votes: DecideAppeal['votes'] = [
      { seat: '1', vote: 'aye' },
      { seat: '3', vote: 'aye' },
      { seat: '4', vote: 'no' },
    ];
    const events = book([...RIPE, recused('2')], decide({ votes })).events();
    expect(events).toMatchObject([{ type: 'AppealVoteFellShort', data: { ayes: 2, needed: 3 } }]);
    expect(stateOf([...RIPE, ...events]).stage.status).toBe('heard');
    expect(book([...RIPE, ...events], decide()).events()).toMatchObject([{ type: 'AppealDecided' }]);
  });

  it('counts vacant seats and seats that no file names in the whole', () => {
    const settings = settingsOf(...BOARD.slice(0, 4), {
      type: 'BoardSeatVacated',
      data: { seat: '4', memberId: 'member-4', from: '2026-11-01', reference: 'Resigned' },
    });
    const facts = factsWith({ settings });
    const votes: DecideAppeal['votes'] = ['1', '2', '3'].map((name) => ({ seat: name, vote: 'aye' }));
    const data = decided(decide({ votes }), RIPE, facts);
    expect(data).toMatchObject({ ayes: 3, needed: 3 });
    expect(data.seats.slice(3)).toEqual([
      { seat: '4', memberId: null, cast: 'vacant' },
      { seat: 'not-on-file-1', memberId: null, cast: 'vacant' },
    ]);
  });

  it('takes the policy on the whole membership, or the seats on file where they are more', () => {
    const seven = settingsOf(...BOARD, seat('6', 'member-6'), seat('7', 'member-7'));
    expect(book(RIPE, decide(), factsWith({ settings: seven })).events()).toMatchObject([
      { type: 'AppealVoteFellShort', data: { needed: 4 } },
    ]);
    const nine = settingsOf(...BOARD, policy('board-whole-membership', 9));
    expect(book(RIPE, decide(), factsWith({ settings: nine })).events()).toMatchObject([{ data: { needed: 5 } }]);
  });

  it.each([
    ['recused', '2', 'recused'],
    ['unknown', '8', 'unknownSeat'],
  ])('refuses the vote of a seat that is %s', (_what, name, why) => {
    const votes: DecideAppeal['votes'] = [{ seat: name, vote: 'aye' }];
    book([...RIPE, recused('2')], decide({ votes })).refused('APPEALS.MAY_NOT_VOTE', { seat: name, why });
  });

  it('refuses a second vote of a seat, a vote of a vacant one, and that of a member who imposed the fine (5.12)', () => {
    const twice: DecideAppeal['votes'] = [
      { seat: '1', vote: 'aye' },
      { seat: '1', vote: 'aye' },
    ];
    book(RIPE, decide({ votes: twice })).refused('APPEALS.MAY_NOT_VOTE', { why: 'twice', field: 'votes[1].seat' });
    const vacated = settingsOf(...BOARD, {
      type: 'BoardSeatVacated',
      data: { seat: '1', memberId: 'member-1', from: '2026-11-01', reference: 'Resigned' },
    });
    book(RIPE, decide(), factsWith({ settings: vacated })).refused('APPEALS.MAY_NOT_VOTE', { why: 'vacant' });
    const officer = settingsOf(...BOARD.slice(1), seat('1', 'officer-1'));
    book(RIPE, decide(), factsWith({ settings: officer })).refused('APPEALS.MAY_NOT_VOTE', { why: 'imposingOfficer' });
  });

  it('is not recorded by the officer who imposed the fine (5.12)', () => {
    const officer = clerkAt('2026-11-30T15:00:00.000Z', {
      actor: { id: 'officer-1', role: 'officer', capacity: 'Town' },
    });
    book(RIPE, decide(), factsWith(), officer).refused('APPEALS.IMPOSING_OFFICER');
  });

  it('waits for a closed hearing and a certified record, and lies on no earlier and no later day', () => {
    book([filed()], decide()).refused('APPEALS.NOT_HEARD');
    book([filed(), noticed, opened], decide()).refused('APPEALS.HEARING_NOT_CLOSED');
    book([filed(), noticed, opened, closed], decide()).refused('APPEALS.RECORD_NOT_CERTIFIED');
    book(RIPE, decide({ decidedOn: '2026-11-15' })).refused('APPEALS.DAY_OUT_OF_ORDER');
    book(RIPE, decide({ decidedOn: '2026-12-01' })).refused('APPEALS.IN_THE_FUTURE');
    book([], decide(), { fine: null, settings: null, findings: null }).refused('APPEALS.UNKNOWN_APPEAL');
  });
});

describe('the paragraphs of a decision', () => {
  it('dispose of every named day exactly once: three reversed and 51 affirmed', () => {
    const { paragraphs } = decided();
    expect(paragraphs.map(({ number, effect, days }) => [number, effect, days.length])).toEqual([
      [1, 'reversed', 3],
      [2, 'affirmed', 51],
    ]);
    expect(paragraphs.flatMap(({ days }) => days.map(({ day }) => day)).sort()).toEqual(DAYS);
  });

  const refused = (paragraphs: DecideAppeal['paragraphs'], code: string, details: Record<string, unknown> = {}) =>
    book(RIPE, decide({ paragraphs })).refused(code, details);

  it('name the day that is left out, named twice, or not appealed', () => {
    refused([paragraph({ spans: [{ from: '2026-05-17', through: '2026-07-08' }] })], 'APPEALS.DAY_UNDECIDED', {
      day: '2026-05-16',
    });
    refused([paragraph({ rest: true }), paragraph({ days: ['2026-05-16', '2026-05-16'] })], 'APPEALS.DAY_TWICE', {
      day: '2026-05-16',
    });
    refused([paragraph({ rest: true }), paragraph({ days: ['2026-05-15'] })], 'APPEALS.DAY_NOT_APPEALED', {
      day: '2026-05-15',
    });
  });

  it('are numbered in order, name days, and name an amount only for a modification', () => {
    refused([paragraph({ rest: true, number: 2 })], 'APPEALS.PARAGRAPHS_OUT_OF_ORDER');
    refused([paragraph({ rest: true, cents: 1 })], 'APPEALS.CENTS_ONLY_MODIFIED');
    refused([paragraph({ rest: true, effect: 'modified' })], 'APPEALS.CENTS_REQUIRED');
    refused([paragraph({ documents: [null] }), paragraph({ rest: true })], 'APPEALS.PARAGRAPH_EMPTY');
    refused([paragraph({ rest: true }), paragraph({ rest: true })], 'APPEALS.REST_TWICE');
  });

  it('lower an amount and do not raise it, unless a policy of that day says so, and never over the cap (§ 168-30D)', () => {
    const modify = (cents: number) => decide({ paragraphs: [paragraph({ effect: 'modified', rest: true, cents })] });
    expect(decided(modify(10_000), RIPE).paragraphs[0]!.days[0]).toEqual({
      day: '2026-05-16',
      statementId: null,
      cents: 10_000,
    });
    book(RIPE, modify(25_000)).refused('APPEALS.NOTHING_MODIFIED');
    book(RIPE, modify(25_001)).refused('APPEALS.BOARD_MAY_NOT_RAISE', { day: '2026-05-16', cents: 25_000 });
    const mayRaise = settingsOf(...BOARD, policy('board-may-raise-fine', true));
    const facts = factsWith({ settings: mayRaise, fine: fineWith({ capLeft: () => 40_000 }) });
    expect(book(RIPE, modify(40_000), facts).events()).toHaveLength(1);
    book(RIPE, modify(40_001), facts).refused('APPEALS.OVER_DAILY_CAP', { centsLeft: 40_000 });
  });

  it('leave out days that have dropped, and find nothing open in a fine that was withdrawn', () => {
    const fine = fineWith({ days: fineWith().days.filter(({ day }) => day > '2026-05-18') });
    book(RIPE, decide(), factsWith({ fine })).refused('APPEALS.DAY_NOT_APPEALED', { day: '2026-05-16' });
    book(RIPE, decide(), factsWith({ fine: fineWith({ withdrawnOn: '2026-11-20' }) })).refused('APPEALS.NOTHING_OPEN');
  });
});

describe('findings of fact', () => {
  const find = (findingId: string, day = '2026-05-16') =>
    decide({ findingsOfFact: [{ findingId, kind: 'stopped', day, text: 'Apart' }] });

  it('name a live finding of the case and a day that had come', () => {
    expect(decided(find(FINDING), RIPE).findingsOfFact).toHaveLength(1);
    book(RIPE, find('case-a.finding-9')).refused('APPEALS.UNKNOWN_FINDING');
    book(RIPE, find(FINDING, '2026-12-01')).refused('APPEALS.IN_THE_FUTURE');
  });
});

describe('a remand (offense-day rules 2: it settles nothing)', () => {
  const remandAll = decide({ paragraphs: [paragraph({ effect: 'remanded', rest: true })] });

  it('sends the days back: the appeal is open again for those alone, and another decision may follow', () => {
    const remandSome = decide({
      paragraphs: [paragraph({ effect: 'remanded', days: ['2026-05-16'] }), paragraph({ rest: true })],
    });
    const events = [...RIPE, ...book(RIPE, remandSome).events()];
    expect(stateOf(events).stage).toMatchObject({ status: 'remanded', by: 'board' });
    book(events, decide()).refused('APPEALS.DAY_NOT_APPEALED', { day: '2026-05-17' });
    const second = book(events, decide({ paragraphs: [paragraph({ rest: true, effect: 'reversed' })] })).events();
    expect(second).toMatchObject([
      {
        type: 'AppealDecided',
        data: { decisionId: `${APPEAL}.decision-2`, paragraphs: [{ days: [{ day: '2026-05-16' }] }] },
      },
    ]);
    expect(stateOf([...events, ...second]).stage.status).toBe('decided');
  });

  it('leaves a stay as it was, while a decision ends it for the days it decides', () => {
    const stay: AppealEvent = {
      type: 'StayGranted',
      data: {
        ...IDS,
        stayId: `${APPEAL}.stay-1`,
        days: null,
        documents: [null],
        grantedOn: '2026-11-16',
        resolutionNumber: '2026-128',
      },
    };
    const remanded = [...RIPE, stay, ...book([...RIPE, stay], remandAll).events()];
    expect(stateOf(remanded).stays[0]).toMatchObject({ ended: null, decidedDays: [] });
    const affirmed = [...RIPE, stay, ...book([...RIPE, stay], decide()).events()];
    expect(stateOf(affirmed).stays[0]!.ended).toEqual({ on: '2026-11-30', how: 'decided' });
  });

  it('is withdrawn or dismissed like any appeal that is pending, and a decided one is not', () => {
    const withdraw = { type: 'WithdrawAppeal', appealId: APPEAL, reason: 'Settled', withdrawnOn: null } as const;
    const remanded = [...RIPE, ...book(RIPE, remandAll).events()];
    expect(book(remanded, withdraw, factsWith(), NOV_30).events()).toMatchObject([{ type: 'AppealWithdrawn' }]);
    const done = [...RIPE, ...book(RIPE, decide()).events()];
    book(done, withdraw).refused('APPEALS.NOT_PENDING', { status: 'decided' });
  });
});
