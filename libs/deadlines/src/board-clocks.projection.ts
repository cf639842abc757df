import type { Instant, LocalDay } from '#kernel';
import type { AppealEvent } from '#appeals/published';
import { policyOn } from '#law/published';
import { localDayOf } from '#legal-time';
import type { ReadModelTables } from '#runtime/published';

import type { Applied } from './applied.rules.js';
import { article78Counting, clockId, decisionServiceCounting } from './clock.rules.js';
import {
  clocksAbout,
  currentClock,
  move,
  settingsSoFar,
  start,
  startFixed,
  stop,
  voidFrom,
  type ClockRow,
} from './clock-rows.projection.js';
import {
  HEARING_AUTHORITY,
  hearingDay,
  PUBLIC_NOTICE_AUTHORITY,
  PUBLIC_NOTICE_HOURS,
  publicNoticeDay,
} from './fixed-date.rules.js';
import { fineOnFile, meetAppealWindow } from './single-clocks.projection.js';

const publicNotice = (setOn: LocalDay, hearingAt: Instant, hearingOn: LocalDay) => {
  const dueInstant = new Date(Date.parse(hearingAt) - PUBLIC_NOTICE_HOURS * 3_600_000).toISOString();
  return publicNoticeDay(setOn, hearingAt, hearingOn, dueInstant);
};

/** What every clock of an appeal is about. */
const aboutAppeal = (
  tables: ReadModelTables,
  { appealId, caseId, partyId, fineId }: AppealEvent['data'],
  more: object,
) => {
  const { number, findingId, premisesId } = fineOnFile(tables, fineId);
  return {
    caseId,
    findingId,
    premisesId,
    partyId,
    aboutId: appealId,
    subject: { appealId, fineId, fineNumber: number, ...more },
  };
};

interface OfHearing {
  readonly appealId: string;
  readonly hearingId: string;
}

const clocksOfHearing = (
  tables: ReadModelTables,
  kind: 'hearing' | 'hearingPublicNotice',
  { appealId, hearingId }: OfHearing,
): readonly ClockRow[] =>
  clocksAbout(tables, kind, appealId).filter(
    ({ subject }) => (JSON.parse(subject) as { readonly hearingId: string }).hearingId === hearingId,
  );

/** The days of one hearing: the one noticed, and those on which it was continued. */
const sittingsOf = (tables: ReadModelTables, hearing: OfHearing) => clocksOfHearing(tables, 'hearing', hearing);

/** Public notices that one hearing needs: of the day first set, and of days to which it was adjourned after that one was given. */
const noticesOf = (tables: ReadModelTables, hearing: OfHearing) =>
  clocksOfHearing(tables, 'hearingPublicNotice', hearing);

const HEARINGS = ['hearing', 'hearingPublicNotice'] as const;

/** The appeal needs no hearing any more. */
const endHearings = (tables: ReadModelTables, appealId: string, on: LocalDay, by: string, applied: Applied): void => {
  for (const kind of HEARINGS)
    for (const clock of clocksAbout(tables, kind, appealId))
      if (clock.stopped_on === null) voidFrom(tables, clock, on, by, applied);
};

/** Hearings, service of the decision and the time for Article 78, and the filing that an appeal period waits for. */
export const applyAppeal = (tables: ReadModelTables, event: AppealEvent, applied: Applied): void => {
  switch (event.type) {
    case 'AppealFiled':
      return meetAppealWindow(tables, event, applied);
    case 'HearingNoticed': {
      const { hearingId, hearingAt, hearingOn, noticedOn, publicNoticeAt } = event.data;
      const about = aboutAppeal(tables, event.data, { hearingId, hearingAt });
      startFixed(
        tables,
        { ...about, deadlineId: clockId('hearing', hearingId) },
        { kind: 'hearing', on: noticedOn, authority: HEARING_AUTHORITY },
        hearingDay(noticedOn, hearingOn),
        applied,
      );
      const noticeId = clockId('hearingPublicNotice', hearingId);
      startFixed(
        tables,
        { ...about, deadlineId: noticeId },
        { kind: 'hearingPublicNotice', on: noticedOn, authority: PUBLIC_NOTICE_AUTHORITY },
        publicNotice(noticedOn, hearingAt, hearingOn),
        applied,
      );
      if (publicNoticeAt === null) return;
      // The instant is kept as the day's reference: on the last day itself the hour decides.
      return stop(
        tables,
        currentClock(tables, noticeId),
        localDayOf(publicNoticeAt),
        event.type,
        applied,
        publicNoticeAt,
      );
    }
    case 'HearingAdjourned': {
      const { hearingId, toAt, toOn, adjournedOn } = event.data;
      const sittings = sittingsOf(tables, event.data);
      const hearing = sittings.find(({ stopped_on: openedOn }) => openedOn === null);
      if (hearing) {
        const explanation = hearingDay(hearing.started_on, toOn, adjournedOn);
        move(tables, hearing.deadline_id, adjournedOn, explanation, event.type, applied);
      } else if (sittings.length > 0)
        // It was opened on its day and goes on another day: that is a date of its own, and the first one stays met.
        startFixed(
          tables,
          {
            ...aboutAppeal(tables, event.data, { hearingId, hearingAt: toAt }),
            deadlineId: `${clockId('hearing', hearingId)}.continued-${sittings.length}`,
          },
          { kind: 'hearing', on: adjournedOn, authority: HEARING_AUTHORITY },
          hearingDay(adjournedOn, toOn, adjournedOn),
          applied,
        );
      const notices = noticesOf(tables, event.data);
      const notice = notices.find(({ stopped_on: givenOn }) => givenOn === null);
      const explanation = publicNotice(adjournedOn, toAt, toOn);
      if (notice) return move(tables, notice.deadline_id, adjournedOn, explanation, event.type, applied);
      // A notice that was given told of the first day: the new day needs one of its own.
      return startFixed(
        tables,
        {
          ...aboutAppeal(tables, event.data, { hearingId, hearingAt: toAt }),
          deadlineId: `${clockId('hearingPublicNotice', hearingId)}.again-${notices.length}`,
        },
        { kind: 'hearingPublicNotice', on: adjournedOn, authority: PUBLIC_NOTICE_AUTHORITY },
        explanation,
        applied,
      );
    }
    case 'PublicNoticeGiven': {
      const notice = noticesOf(tables, event.data).find(({ stopped_on: givenOn }) => givenOn === null);
      return stop(tables, notice, event.data.givenOn, event.type, applied, event.data.givenAt);
    }
    case 'HearingOpened': {
      const hearing = sittingsOf(tables, event.data).find(({ stopped_on: openedOn }) => openedOn === null);
      return stop(tables, hearing, event.data.openedOn, event.type, applied);
    }
    case 'AppealWithdrawn':
      return endHearings(tables, event.data.appealId, event.data.withdrawnOn, event.type, applied);
    case 'AppealDismissed':
      return endHearings(tables, event.data.appealId, event.data.dismissedOn, event.type, applied);
    case 'AppealDecided': {
      const { decisionId, decidedOn, resolutionNumber } = event.data;
      // Decided on papers, or with a further hearing still set: none is needed any more.
      endHearings(tables, event.data.appealId, decidedOn, event.type, applied);
      const settings = settingsSoFar(tables);
      const about = aboutAppeal(tables, event.data, { decisionId, resolutionNumber });
      const counting = decisionServiceCounting(decidedOn, policyOn(settings, 'decision-service-days', decidedOn));
      return start(
        tables,
        { ...about, deadlineId: clockId('decisionService', decisionId) },
        counting,
        settings,
        applied,
      );
    }
    case 'DecisionServed': {
      const { decisionId, servedOn, noticeId } = event.data;
      const service = currentClock(tables, clockId('decisionService', decisionId));
      stop(tables, service, servedOn, event.type, applied, noticeId);
      const about = aboutAppeal(tables, event.data, { decisionId, noticeId });
      const settings = settingsSoFar(tables);
      const deadlineId = clockId('article78', decisionId);
      return start(tables, { ...about, deadlineId }, article78Counting(servedOn), settings, applied);
    }
    case 'Article78Filed': {
      const { decisionId, filedOn } = event.data;
      const clock = currentClock(tables, clockId('article78', decisionId));
      return stop(tables, clock, filedOn, event.type, applied);
    }
  }
};
