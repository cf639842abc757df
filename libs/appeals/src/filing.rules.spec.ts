import type { FileAppeal } from './appeal.commands.js';
import type { AppealFiled, FilingMark } from './appeal.events.js';
import type { AppealFacts } from './appeal.types.js';
import { APPEAL, BOARD, book, clerkAt, factsWith, fineWith, IDS, policy, settingsOf } from './testing.js';

const file = (overrides: Partial<FileAppeal> = {}): FileAppeal => ({
  type: 'FileAppeal',
  appealId: APPEAL,
  fineId: IDS.fineId,
  documents: [],
  filedOn: null,
  channel: 'mail',
  grounds: 'The pipe was apart.',
  ...overrides,
});

const filedAs = (facts: AppealFacts, on: string, command = file()): AppealFiled['data'] => {
  const [event] = book([], command, facts, clerkAt(`${on}T15:00:00.000Z`)).events();
  return (event as AppealFiled).data;
};
const marksOn = (facts: AppealFacts, on: string): readonly FilingMark[] => filedAs(facts, on).marks;

const served = (servedOn: string | null, issuedOn = '2026-06-01') =>
  fineWith({ documents: [{ statementId: null, officerId: 'officer-1', issuedOn, servedOn }] });

describe('an appeal is docketed, whenever it comes (§ 168-30D sets no time; domain.md 2.4)', () => {
  it('takes a number, names the imposition where no document is named, and notes that no deadline is written (G7)', () => {
    expect(filedAs(factsWith(), '2026-11-02')).toEqual({
      ...IDS,
      number: 'A-2026-004',
      findingId: 'case-a.finding-1',
      premisesId: 'premises-1',
      documents: [null],
      imposedBy: 'officer-1',
      filedOn: '2026-11-02',
      enteredOn: '2026-11-02',
      channel: 'mail',
      grounds: 'The pipe was apart.',
      route: 'board',
      marks: [],
      deadline: null,
    });
  });

  it('is timely on the Monday after a 30th day that is a Sunday, and the period is Board policy (hard case 17; § 25-a)', () => {
    const facts = factsWith({
      fine: served('2026-06-05'),
      settings: settingsOf(...BOARD, policy('appeal-deadline-days', 30)),
    });
    const { marks, deadline } = filedAs(facts, '2026-07-06');
    expect(marks).toEqual([]);
    expect(deadline).toMatchObject({ lastDay: '2026-07-06' });
    expect(deadline!.authority).toContain('2026-009');
    expect(marksOn(facts, '2026-07-07')).toEqual(['late']);
  });

  it('counts by the policy in force on the day of service: a later one moves nothing, and an unserved fine has no clock', () => {
    const settings = settingsOf(policy('appeal-deadline-days', 30, '2026-08-01'));
    expect(filedAs(factsWith({ fine: served('2026-06-05'), settings }), '2026-11-02').deadline).toBeNull();
    expect(filedAs(factsWith({ fine: served(null), settings }), '2026-11-02')).toMatchObject({
      deadline: null,
      marks: [],
    });
  });

  it('is docketed 14 months after the imposition with a mark for counsel, and 12 months after without one (hard case 18)', () => {
    const facts = factsWith({ fine: served('2026-06-03', '2026-06-01') });
    expect(marksOn(facts, '2027-08-01')).toEqual(['longAfterImposition']);
    expect(marksOn(facts, '2027-06-01')).toEqual([]);
    expect(marksOn(facts, '2027-06-02')).toEqual(['longAfterImposition']);
  });

  it('is marked where the fine is paid in full or reduced to judgment, and not rejected (domain.md 2.4)', () => {
    const fine = fineWith({ paidInFull: true, judgmentOn: '2026-11-01' });
    expect(marksOn(factsWith({ fine }), '2026-11-02')).toEqual(['paidInFull', 'reducedToJudgment']);
  });

  it('against an agreed fine goes to counsel first: no appeal is written for one (§ 168-30D)', () => {
    expect(filedAs(factsWith({ fine: fineWith({ how: 'agreed' }) }), '2026-11-02')).toMatchObject({
      route: 'counsel',
      marks: ['agreedFine'],
    });
  });

  it('names statements of the fine too, each with an appeal right of its own (offense-day rules 2)', () => {
    const statementId = `${IDS.fineId}.statement-1`;
    const statement = { statementId, officerId: 'officer-2', issuedOn: '2026-10-20', servedOn: '2026-10-21' };
    const fine = fineWith({
      documents: [...fineWith().documents, statement],
      days: [...fineWith().days, { day: '2026-07-09', statementId, cents: 25_000, decisionId: null }],
    });
    const data = filedAs(factsWith({ fine }), '2026-11-02', file({ documents: [statementId] }));
    expect(data).toMatchObject({ documents: [statementId], imposedBy: 'officer-2' });
  });
});

describe('an appeal is refused only where there is nothing to appeal or one is pending', () => {
  const refused = (fine: AppealFacts['fine'], code: string, details: object = {}, command = file()) =>
    book([], command, factsWith({ fine })).refused(code, details as Record<string, unknown>);

  it('names the appeal that is pending against the same document', () => {
    refused(
      fineWith({ pending: [{ appealId: 'appeal-0', number: 'A-2026-003', documents: [null] }] }),
      'APPEALS.ALREADY_PENDING',
      { appealId: 'appeal-0', number: 'A-2026-003' },
    );
  });

  it('finds nothing to appeal in a withdrawn fine, in one whose days have all dropped, or in days that the Board decided', () => {
    refused(fineWith({ withdrawnOn: '2026-10-30' }), 'APPEALS.NOTHING_TO_APPEAL', { withdrawnOn: '2026-10-30' });
    refused(fineWith({ days: [] }), 'APPEALS.NOTHING_TO_APPEAL');
    const decisionId = 'appeal-0.decision-1';
    refused(fineWith({ days: fineWith().days.map((day) => ({ ...day, decisionId })) }), 'APPEALS.NOTHING_TO_APPEAL', {
      decisionId,
      authority: 'CPLR 217(1), 7803',
    });
  });

  it('knows no fine and no statement that is not on file, and no filing from the future or before the document', () => {
    refused(null, 'FINES.UNKNOWN_FINE');
    refused(fineWith(), 'APPEALS.UNKNOWN_DOCUMENT', {}, file({ documents: ['party-1.fine-1.statement-9'] }));
    refused(fineWith(), 'APPEALS.IN_THE_FUTURE', { field: 'filedOn' }, file({ filedOn: '2026-12-01' }));
    refused(fineWith(), 'APPEALS.DAY_OUT_OF_ORDER', { field: 'filedOn' }, file({ filedOn: '2026-10-15' }));
  });
});
