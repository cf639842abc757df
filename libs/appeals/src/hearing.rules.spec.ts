import { foldEvents } from '#kernel';

import type { AppealCommand } from './appeal.commands.js';
import type { AppealEvent } from './appeal.events.js';
import { appealFold } from './appeal.state.js';
import { publicNoticeWarning } from './hearing.rules.js';
import {
  APPEAL,
  book,
  certified,
  clerkAt,
  closed,
  factsWith,
  filed,
  IDS,
  noticed,
  opened,
  recused,
  RIPE,
} from './testing.js';

const HEARING = `${APPEAL}.hearing-1`;
const certify: AppealCommand = { type: 'CertifyAppealRecord', appealId: APPEAL };
const reopen: AppealCommand = { type: 'ReopenAppealRecord', appealId: APPEAL, reason: 'A statement came late' };
const evidence: AppealCommand = {
  type: 'ReceiveAppealEvidence',
  appealId: APPEAL,
  offeredBy: 'appellant',
  title: "Contractor's statement",
  sha256: null,
  receivedOn: null,
};
const notice = (hearingAt: string): AppealCommand => ({
  type: 'NoticeHearing',
  appealId: APPEAL,
  hearingAt,
  place: 'Town Hall',
  noticedOn: null,
  publicNoticeAt: null,
});
const reopened = {
  type: 'AppealRecordReopened',
  data: { ...filedIds(), reason: 'Late', reopenedBy: 'clerk-1', reopenedOn: '2026-11-18' },
} as const;
function filedIds() {
  const { appealId, caseId, partyId, fineId } = filed().data;
  return { appealId, caseId, partyId, fineId };
}

describe('the record (domain.md 5.12: as certified, plus late material only through a recorded reopening)', () => {
  it('takes evidence at an open hearing, none after its close, and again once it was reopened by a recorded act', () => {
    expect(book([filed(), noticed, opened], evidence).events()).toMatchObject([
      { type: 'AppealEvidenceReceived', data: { evidenceId: `${APPEAL}.evidence-1` } },
    ]);
    book([filed()], evidence).refused('APPEALS.RECORD_CLOSED');
    book(RIPE, evidence).refused('APPEALS.RECORD_CLOSED');
    expect(book([...RIPE, reopened], evidence).events()).toHaveLength(1);
  });

  it('is certified once, and again after a reopening or another hearing, never while a hearing is open', () => {
    expect(book([filed(), noticed, opened, closed], certify).events()).toMatchObject([
      { type: 'AppealRecordCertified', data: { certifiedBy: 'clerk-1', certifiedOn: '2026-11-30' } },
    ]);
    book(RIPE, certify).refused('APPEALS.ALREADY_CERTIFIED');
    book([filed(), noticed, opened], certify).refused('APPEALS.HEARING_OPEN');
    expect(book([...RIPE, reopened], certify).events()).toHaveLength(1);
    // Sent to the Board before the hearing, the certificate does not cover what the hearing adds.
    expect(book([filed(), certified, noticed, opened, closed], certify).events()).toHaveLength(1);
  });

  it('is reopened only where it is certified', () => {
    book([filed()], reopen).refused('APPEALS.NOT_CERTIFIED');
    expect(book(RIPE, reopen).events()).toMatchObject([{ type: 'AppealRecordReopened' }]);
  });
});

describe('a hearing', () => {
  it('is warned of, and not refused, where public notice was given under 72 hours before (Pub. Off. Law § 104)', () => {
    const hearingAt = '2026-11-17T00:00:00.000Z';
    expect(publicNoticeWarning({ hearingAt, publicNoticeAt: '2026-11-14T00:00:00.000Z' })).toBeNull();
    expect(publicNoticeWarning({ hearingAt, publicNoticeAt: '2026-11-14T00:00:00.001Z' })).toMatchObject({
      code: 'PUBLIC_NOTICE_UNDER_72_HOURS',
      authority: 'Pub. Off. Law § 104',
    });
    expect(publicNoticeWarning({ hearingAt, publicNoticeAt: null })).toMatchObject({ code: 'NO_PUBLIC_NOTICE' });
  });

  it('is noticed for a day that does not lie before the notice, one at a time', () => {
    expect(book([filed()], notice('2026-12-15T00:00:00.000Z')).events()).toMatchObject([
      { type: 'HearingNoticed', data: { hearingId: HEARING, hearingOn: '2026-12-14', noticedOn: '2026-11-30' } },
    ]);
    book([filed()], notice('2026-11-20T00:00:00.000Z')).refused('APPEALS.DAY_OUT_OF_ORDER', { field: 'hearingAt' });
    book([filed(), noticed], notice('2026-12-15T00:00:00.000Z')).refused('APPEALS.HEARING_PENDING');
  });

  it('is opened on the day that was noticed, or after it was adjourned to another', () => {
    const open = (openedAt: string): AppealCommand => ({
      type: 'OpenHearing',
      appealId: APPEAL,
      hearingId: HEARING,
      openedAt,
    });
    book([filed(), noticed], open('2026-11-18T00:05:00.000Z')).refused('APPEALS.NOT_THE_HEARING_DAY', {
      hearingOn: '2026-11-16',
    });
    expect(book([filed(), noticed], open('2026-11-17T00:05:00.000Z')).events()).toMatchObject([
      { type: 'HearingOpened', data: { openedOn: '2026-11-16' } },
    ]);
    const adjourn: AppealCommand = {
      type: 'AdjournHearing',
      appealId: APPEAL,
      hearingId: HEARING,
      by: 'appellant',
      reason: 'Counsel is away',
      toAt: '2026-11-24T00:00:00.000Z',
    };
    const [adjourned] = book([filed(), noticed], adjourn).events();
    expect(book([filed(), noticed, adjourned!], open('2026-11-24T00:01:00.000Z')).events()).toHaveLength(1);
    book([filed(), noticed], { ...adjourn, toAt: '2026-11-10T00:00:00.000Z' }).refused('APPEALS.ADJOURNED_BACKWARD');
  });

  it('has the public notice that was given after it was noticed; the earliest counts, and none for another day', () => {
    const told = (givenAt: string): AppealCommand => ({
      type: 'RecordPublicNotice',
      appealId: APPEAL,
      hearingId: HEARING,
      givenAt,
    });
    const adjourned: AppealEvent = {
      type: 'HearingAdjourned',
      data: {
        ...{ ...IDS, hearingId: HEARING, by: 'board', reason: 'No quorum' },
        ...{ toAt: '2026-12-08T00:00:00.000Z', toOn: '2026-12-07', adjournedOn: '2026-11-16' },
      },
    };
    const quiet: AppealEvent = { ...noticed, data: { ...noticed.data, publicNoticeAt: null } } as AppealEvent;
    const after = (events: readonly AppealEvent[]) =>
      publicNoticeWarning(foldEvents(appealFold, appealFold.initialState(), events)!.hearings[0]!)?.code ?? null;
    const [early] = book([filed(), quiet], told('2026-11-13T20:00:00.000Z')).events();
    const [again] = book([filed(), quiet], told('2026-11-16T20:00:00.000Z')).events();
    expect(early).toMatchObject({ type: 'PublicNoticeGiven', data: { hearingId: HEARING, givenOn: '2026-11-13' } });
    expect(after([filed(), quiet])).toBe('NO_PUBLIC_NOTICE');
    expect(after([filed(), quiet, again!])).toBe('PUBLIC_NOTICE_UNDER_72_HOURS');
    expect(after([filed(), quiet, early!])).toBeNull();
    expect(after([filed(), quiet, early!, again!])).toBeNull();
    expect(after([filed(), quiet, early!, adjourned])).toBe('NO_PUBLIC_NOTICE');
    book([filed(), noticed], told('2026-11-18T00:00:00.000Z')).refused('APPEALS.NOTICE_AFTER_HEARING');
    book([filed(), noticed, adjourned], told('2026-12-01T00:00:00.000Z')).refused('APPEALS.IN_THE_FUTURE');
    book([filed(), noticed, opened, closed], told('2026-11-16T00:00:00.000Z')).refused('APPEALS.HEARING_CLOSED');
  });

  it('is not opened or closed in the future, and not closed before it was opened', () => {
    const close = (closedAt: string): AppealCommand => ({
      type: 'CloseHearing',
      appealId: APPEAL,
      hearingId: HEARING,
      closedAt,
    });
    book([filed(), noticed, opened], close('2026-12-01T00:00:00.000Z')).refused('APPEALS.IN_THE_FUTURE');
    book([filed(), noticed, opened], close('2026-11-17T00:00:00.000Z')).refused('APPEALS.DAY_OUT_OF_ORDER');
    book([filed(), noticed], close('2026-11-17T00:30:00.000Z')).refused('APPEALS.HEARING_NOT_OPEN');
  });

  it('waits for counsel where the fine was agreed (§ 168-30D)', () => {
    const atCounsel = filed({ route: 'counsel' });
    book([atCounsel], notice('2026-12-15T00:00:00.000Z')).refused('APPEALS.AT_COUNSEL');
    const route: AppealCommand = { type: 'RouteAppealToBoard', appealId: APPEAL, reading: 'Appeal was reserved' };
    book([atCounsel], route).refused('APPEALS.COUNSEL_ONLY');
    const counsel = clerkAt('2026-11-30T15:00:00.000Z', {
      actor: { id: 'counsel-1', role: 'counsel', capacity: 'Town' },
    });
    const [routed] = book([atCounsel], route, factsWith(), counsel).events();
    expect(book([atCounsel, routed!], notice('2026-12-15T00:00:00.000Z')).events()).toHaveLength(1);
    const dismiss: AppealCommand = {
      type: 'DismissAppeal',
      appealId: APPEAL,
      reason: 'Waived',
      resolutionNumber: null,
    };
    expect(book([atCounsel], dismiss, factsWith(), counsel).events()).toMatchObject([{ type: 'AppealDismissed' }]);
    book([filed()], dismiss, factsWith(), counsel).refused('APPEALS.RESOLUTION_REQUIRED');
  });
});

describe('a recusal', () => {
  const recuse = (seatName: string, memberId: string): AppealCommand => ({
    type: 'RecuseBoardMember',
    appealId: APPEAL,
    seat: seatName,
    memberId,
    reason: 'Related',
    recusedOn: null,
  });

  it('names the member who holds the seat on that day, once', () => {
    expect(book([filed()], recuse('2', 'member-2')).events()).toMatchObject([{ type: 'BoardMemberRecused' }]);
    book([filed()], recuse('2', 'member-3')).refused('APPEALS.NOT_IN_SEAT');
    book([filed(), recused('2')], recuse('2', 'member-2')).refused('APPEALS.ALREADY_RECUSED');
  });
});
