import type { AppealCommand, RecordArticle78Decision } from './appeal.commands.js';
import type { AppealEvent } from './appeal.events.js';
import { appealFold, isPendingAppeal, isPendingArticle78 } from './appeal.state.js';
import { article78Period, isLate } from './article78.rules.js';
import { APPEAL, book, clerkAt, decide, factsWith, FINDING, IDS, paragraph, RIPE, settingsOf } from './testing.js';

const decisionId = `${APPEAL}.decision-1`;
const stateOf = (events: readonly AppealEvent[]) => events.reduce(appealFold.evolve, null)!;

const finding = { findingId: FINDING, kind: 'stopped', day: '2026-05-16', text: 'Apart' } as const;
const DECIDED = [...RIPE, ...book(RIPE, decide({ findingsOfFact: [finding] })).events()];
const served = (servedOn: string): AppealEvent => ({
  type: 'DecisionServed',
  data: { ...IDS, decisionId, servedOn, noticeId: 'notice-1' },
});
const petition: AppealEvent = {
  type: 'Article78Filed',
  data: { ...IDS, decisionId, indexNumber: '2027-001', filedOn: '2027-01-15' },
};
const LATER = clerkAt('2027-06-01T15:00:00.000Z');
const court = (overrides: Partial<RecordArticle78Decision>): RecordArticle78Decision => ({
  type: 'RecordArticle78Decision',
  appealId: APPEAL,
  decisionId,
  outcome: 'confirmed',
  annulledParagraphs: null,
  decidedOn: '2027-05-20',
  reference: 'Decision and order',
  ...overrides,
});
const courtOn = (command: RecordArticle78Decision, events = [...DECIDED, petition]) =>
  book(events, command, factsWith(), LATER);

describe('four months for an Article 78 proceeding (CPLR 217(1))', () => {
  it('run from service: 31 October has no 31 February, and a Sunday is moved on to Monday 1 March (hard case 14)', () => {
    const period = article78Period('2026-10-31', settingsOf());
    expect(period).toMatchObject({ rawEnd: '2027-02-28', lastDay: '2027-03-01', extended: true });
  });

  it('served 1 December 2026 end on 1 April 2027, as the screens say', () => {
    expect(article78Period('2026-12-01', settingsOf()).lastDay).toBe('2027-04-01');
  });

  it('begin once: a second service of the same decision adds nothing', () => {
    const record = (servedOn: string): AppealCommand => ({
      type: 'RecordDecisionService',
      appealId: APPEAL,
      decisionId,
      servedOn,
      noticeId: 'notice-1',
    });
    expect(book(DECIDED, record('2026-12-01')).events()).toMatchObject([{ type: 'DecisionServed' }]);
    book([...DECIDED, served('2026-12-01')], record('2026-12-03')).thenNothing();
  });

  it('are marked as passed where a petition is filed later, which is recorded all the same', () => {
    const file: AppealCommand = {
      type: 'RecordArticle78Filed',
      appealId: APPEAL,
      decisionId,
      indexNumber: '2027-002',
      filedOn: '2027-04-02',
    };
    const events = [...DECIDED, served('2026-12-01')];
    const [late] = book(events, file, factsWith(), LATER).events();
    const { decisions } = stateOf([...events, late!]);
    expect(isLate(decisions[0]!, decisions[0]!.article78!, settingsOf())).toBe(true);
    book([...events, late!], file, factsWith(), LATER).refused('APPEALS.ARTICLE_78_ON_FILE');
  });
});

describe('a decision becomes final', () => {
  const finalize: AppealCommand = { type: 'FinalizeDecision', appealId: APPEAL, decisionId };
  const on = (now: string, events: readonly AppealEvent[]) => book(events, finalize, factsWith(), clerkAt(now));

  it('the day after the last day has passed unused, and not on it', () => {
    const events = [...DECIDED, served('2026-12-01')];
    on('2027-04-01T15:00:00.000Z', events).thenNothing();
    const done = on('2027-04-02T15:00:00.000Z', events).events();
    expect(done).toMatchObject([
      { type: 'DecisionBecameFinal', data: { finalOn: '2027-04-02', because: 'timePassed' } },
    ]);
    on('2027-04-03T15:00:00.000Z', [...events, ...done]).thenNothing();
  });

  it('never while it is unserved, under review, or only sends days back', () => {
    on('2028-01-01T15:00:00.000Z', DECIDED).thenNothing();
    on('2028-01-01T15:00:00.000Z', [...DECIDED, served('2026-12-01'), petition]).thenNothing();
    const remand = decide({ paragraphs: [paragraph({ effect: 'remanded', rest: true })] });
    const remanded = [...RIPE, ...book(RIPE, remand).events(), served('2026-12-01')];
    on('2028-01-01T15:00:00.000Z', remanded).thenNothing();
  });
});

describe('what the court does (CPLR 7803, 7806)', () => {
  it('confirmed makes the decision final, and the proceeding is over', () => {
    const events = courtOn(court({})).events();
    expect(events).toMatchObject([
      { type: 'Article78Decided', data: { annulledParagraphs: [], annulledFindings: [] } },
      { type: 'DecisionBecameFinal', data: { because: 'confirmed', finalOn: '2027-05-20' } },
    ]);
    expect(isPendingArticle78(stateOf([...DECIDED, petition]))).toBe(true);
    expect(isPendingArticle78(stateOf([...DECIDED, petition, ...events]))).toBe(false);
  });

  it('annulled by paragraph touches that paragraph alone; the others stand and are final', () => {
    const events = courtOn(court({ outcome: 'annulled', annulledParagraphs: [1] })).events();
    expect(events).toMatchObject([
      { type: 'Article78Decided', data: { annulledParagraphs: [1], annulledFindings: [] } },
      { type: 'DecisionBecameFinal' },
    ]);
    const state = stateOf([...DECIDED, petition, ...events]);
    expect(state.decisions[0]!.paragraphs.map(({ standing }) => standing)).toEqual(['annulled', 'inForce']);
    expect(isPendingAppeal(state)).toBe(false);
  });

  it('annulled wholly names the findings of fact, so that a person is asked about their sightings', () => {
    expect(courtOn(court({ outcome: 'annulled' })).events()).toMatchObject([
      {
        type: 'Article78Decided',
        data: { annulledParagraphs: [1, 2], annulledFindings: [{ findingId: FINDING, day: '2026-05-16' }] },
      },
    ]);
  });

  it('remanded gives the days back to the Board, which decides anew', () => {
    const events = courtOn(court({ outcome: 'remanded', annulledParagraphs: [1] })).events();
    const back = [...DECIDED, petition, ...events];
    expect(stateOf(back).stage).toMatchObject({ status: 'remanded', by: 'court' });
    const again = decide({ decidedOn: '2027-06-01', paragraphs: [paragraph({ rest: true })] });
    expect(book(back, again, factsWith(), LATER).events()).toMatchObject([
      { type: 'AppealDecided', data: { decisionId: `${APPEAL}.decision-2`, paragraphs: [{ days: { length: 3 } }] } },
    ]);
  });

  it('is recorded once, on a proceeding on file, for paragraphs that the decision has', () => {
    courtOn(court({}), DECIDED).refused('APPEALS.NO_ARTICLE_78');
    courtOn(court({ outcome: 'annulled', annulledParagraphs: [3] })).refused('APPEALS.UNKNOWN_PARAGRAPH');
    courtOn(court({ annulledParagraphs: [1] })).refused('APPEALS.CONFIRMED_ANNULS_NOTHING');
    const done = [...DECIDED, petition, ...courtOn(court({})).events()];
    courtOn(court({}), done).refused('APPEALS.ARTICLE_78_DECIDED');
  });
});
