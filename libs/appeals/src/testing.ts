import type { DecisionContext, LocalDay } from '#kernel';
import { foldEvents } from '#kernel';
import { contextAt, given } from '#kernel/testing';
import type { SettingsEvent } from '#law/published';
import { settingsFold, type SettingsState } from '#law/published';
import { eachDay } from '#legal-time';

import type { AppealCommand, DecideAppeal, DraftParagraph } from './appeal.commands.js';
import { appealDecider } from './appeal.decider.js';
import type { AppealEvent, AppealFiled } from './appeal.events.js';
import type { AppealFacts, FineUnderAppeal } from './appeal.types.js';

export const APPEAL = 'appeal-1';
export const IDS = { appealId: APPEAL, caseId: 'case-a', partyId: 'party-1', fineId: 'party-1.fine-1' };
export const FINDING = 'case-a.finding-1';

/** 16 May to 8 July 2026: the 54 days of the screens. */
export const DAYS = eachDay('2026-05-16', '2026-07-08');

export const fineWith = (overrides: Partial<FineUnderAppeal> = {}): FineUnderAppeal => ({
  fineId: IDS.fineId,
  partyId: IDS.partyId,
  caseId: IDS.caseId,
  findingId: FINDING,
  premisesId: 'premises-1',
  how: 'imposed',
  withdrawnOn: null,
  paidInFull: false,
  judgmentOn: null,
  documents: [{ statementId: null, officerId: 'officer-1', issuedOn: '2026-10-16', servedOn: '2026-10-20' }],
  days: DAYS.map((day) => ({ day, statementId: null, cents: 25_000, decisionId: null })),
  pending: [],
  capLeft: () => 100_000,
  ...overrides,
});

export const seat = (name: string, memberId: string, from: LocalDay = '2026-01-01'): SettingsEvent => ({
  type: 'BoardSeatFilled',
  data: { seat: name, memberId, from, reference: 'Oath on file' },
});

export const policy = (
  name: string,
  value: boolean | number,
  effectiveFrom: LocalDay = '2026-01-01',
): SettingsEvent => ({
  type: 'PolicyAdopted',
  data: { policy: name, value, resolutionNumber: '2026-009', adoptedOn: '2026-01-01', effectiveFrom, note: null },
});

/** Five seats, all held. */
export const BOARD: readonly SettingsEvent[] = ['1', '2', '3', '4', '5'].map((name) => seat(name, `member-${name}`));

export const settingsOf = (...events: readonly SettingsEvent[]): SettingsState =>
  foldEvents(settingsFold, settingsFold.initialState(), events);

export const factsWith = (overrides: Partial<AppealFacts> = {}): AppealFacts => ({
  fine: fineWith(),
  settings: settingsOf(...BOARD),
  findings: new Set([FINDING]),
  ...overrides,
});

export const filed = (overrides: Partial<AppealFiled['data']> = {}): AppealEvent => ({
  type: 'AppealFiled',
  data: {
    ...IDS,
    number: 'A-2026-004',
    findingId: FINDING,
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
    ...overrides,
  },
});

const HEARING = `${APPEAL}.hearing-1`;

export const noticed: AppealEvent = {
  type: 'HearingNoticed',
  data: {
    ...IDS,
    hearingId: HEARING,
    hearingAt: '2026-11-17T00:00:00.000Z',
    hearingOn: '2026-11-16',
    place: 'Town Hall',
    noticedOn: '2026-11-04',
    publicNoticeAt: '2026-11-04T15:00:00.000Z',
  },
};
export const opened: AppealEvent = {
  type: 'HearingOpened',
  data: { ...IDS, hearingId: HEARING, openedAt: '2026-11-17T00:05:00.000Z', openedOn: '2026-11-16' },
};
export const closed: AppealEvent = {
  type: 'HearingClosed',
  data: { ...IDS, hearingId: HEARING, closedAt: '2026-11-17T01:00:00.000Z', closedOn: '2026-11-16' },
};
export const certified: AppealEvent = {
  type: 'AppealRecordCertified',
  data: { ...IDS, certifiedBy: 'clerk-1', certifiedAt: '2026-11-17T01:52:00.000Z', certifiedOn: '2026-11-16' },
};

/** Filed, heard and certified: ripe for the vote. */
export const RIPE: readonly AppealEvent[] = [filed(), noticed, opened, closed, certified];

export const recused = (name: string): AppealEvent => ({
  type: 'BoardMemberRecused',
  data: { ...IDS, seat: name, memberId: `member-${name}`, reason: 'Related to the appellant', recusedOn: '2026-11-16' },
});

export const clerkAt = (now: string, overrides: Partial<DecisionContext> = {}): DecisionContext =>
  contextAt(now, { actor: { id: 'clerk-1', role: 'clerk', capacity: 'Town' }, number: 'A-2026-004', ...overrides });

export const NOV_30 = clerkAt('2026-11-30T23:24:00.000Z');

export const paragraph = (overrides: Partial<DraftParagraph>): DraftParagraph => ({
  number: null,
  effect: 'affirmed',
  days: [],
  spans: [],
  documents: [],
  rest: false,
  cents: null,
  text: 'Words',
  ...overrides,
});

/** Reverses 16 to 18 May and affirms the rest; seats 1, 3 and 4 aye, seat 5 no. */
export const decide = (overrides: Partial<DecideAppeal> = {}): DecideAppeal => ({
  type: 'DecideAppeal',
  appealId: APPEAL,
  decidedOn: '2026-11-30',
  resolutionNumber: '2026-131',
  votes: [
    { seat: '1', vote: 'aye' },
    { seat: '3', vote: 'aye' },
    { seat: '4', vote: 'aye' },
    { seat: '5', vote: 'no' },
  ],
  paragraphs: [
    paragraph({ effect: 'reversed', spans: [{ from: '2026-05-16', through: '2026-05-18' }] }),
    paragraph({ rest: true }),
  ],
  findingsOfFact: [],
  ...overrides,
});

/** The rule book's grammar on one appeal. */
export const book = (
  events: readonly AppealEvent[],
  command: AppealCommand,
  facts: AppealFacts = factsWith(),
  context: DecisionContext = NOV_30,
) => given(appealDecider, events, facts).when(command, context);
