import type { Cents, LocalDay, StreamFold } from '#kernel';
import { assertNever, DomainError } from '#kernel';

import type { AppealEvent, AppealFiled, DecisionParagraph } from './appeal.events.js';
import { appealCatalog } from './appeal.events.js';
import type {
  Appeal,
  AppealState,
  AppealStatus,
  Article78,
  DayRef,
  Decision,
  Hearing,
  ParagraphStanding,
  Stay,
} from './appeal-state.types.js';

export type * from './appeal-state.types.js';

const keyOf = ({ day, statementId }: DayRef): string => `${day} ${statementId ?? ''}`;

const changeHearing = (appeal: Appeal, hearingId: string, change: (hearing: Hearing) => Hearing): Appeal => ({
  ...appeal,
  hearings: appeal.hearings.map((hearing) => (hearing.hearingId === hearingId ? change(hearing) : hearing)),
});

const changeDecision = (appeal: Appeal, decisionId: string, change: (decision: Decision) => Decision): Appeal => ({
  ...appeal,
  decisions: appeal.decisions.map((decision) => (decision.decisionId === decisionId ? change(decision) : decision)),
});

/** Affirmed, modified or reversed ends the stay of a day; a remand leaves it (offense-day rules 2). */
const endStaysBy = (stays: readonly Stay[], paragraphs: readonly DecisionParagraph[], on: LocalDay): Stay[] => {
  const decided = paragraphs.filter(({ effect }) => effect !== 'remanded').flatMap(({ days }) => days);
  const remanded = paragraphs.some(({ effect }) => effect === 'remanded');
  return stays.map((stay) => {
    if (stay.ended !== null) return stay;
    if (!remanded) return { ...stay, ended: { on, how: 'decided' } };
    const already = new Set(stay.decidedDays.map(keyOf));
    const more = decided
      .filter(({ day }) => stay.days === null || stay.days.includes(day))
      .map(({ day, statementId }) => ({ day, statementId }))
      .filter((ref) => !already.has(keyOf(ref)));
    return { ...stay, decidedDays: [...stay.decidedDays, ...more] };
  });
};

const decide = (appeal: Appeal, event: Extract<AppealEvent, { type: 'AppealDecided' }>): Appeal => {
  const { decisionId, decidedOn, resolutionNumber, seats, ayes, needed, paragraphs, findingsOfFact, authority } =
    event.data;
  const decision: Decision = {
    decisionId,
    decidedOn,
    resolutionNumber,
    seats,
    ayes,
    needed,
    paragraphs: paragraphs.map((paragraph) => ({ ...paragraph, standing: 'inForce' })),
    findingsOfFact,
    authority,
    service: null,
    article78: null,
    final: null,
  };
  const remanded = paragraphs.some(({ effect }) => effect === 'remanded');
  return {
    ...appeal,
    decisions: [...appeal.decisions, decision],
    stays: endStaysBy(appeal.stays, paragraphs, decidedOn),
    stage: remanded ? { status: 'remanded', decisionId, by: 'board' } : { status: 'decided', decisionId },
  };
};

const decideArticle78 = (appeal: Appeal, event: Extract<AppealEvent, { type: 'Article78Decided' }>): Appeal => {
  const { decisionId, outcome, annulledParagraphs, decidedOn, reference } = event.data;
  const standing: ParagraphStanding = outcome === 'remanded' ? 'remitted' : 'annulled';
  const touched = new Set(outcome === 'confirmed' ? [] : annulledParagraphs);
  const next = changeDecision(appeal, decisionId, (decision) => ({
    ...decision,
    paragraphs: decision.paragraphs.map((paragraph) =>
      touched.has(paragraph.number) ? { ...paragraph, standing } : paragraph,
    ),
    article78: decision.article78 && {
      ...decision.article78,
      decided: { outcome, annulledParagraphs, decidedOn, reference },
    },
  }));
  return outcome === 'remanded' ? { ...next, stage: { status: 'remanded', decisionId, by: 'court' } } : next;
};

const evolve = (state: AppealState, event: AppealEvent): AppealState => {
  if (event.type === 'AppealFiled') {
    const { route } = event.data;
    return {
      ...event.data,
      stage: route === 'counsel' ? { status: 'atCounsel' } : { status: 'docketed' },
      routing: null,
      deficiencies: [],
      record: 'open',
      certificates: [],
      reopenings: [],
      hearings: [],
      evidence: [],
      recusals: [],
      votesFallenShort: [],
      decisions: [],
      stays: [],
      ended: null,
    };
  }
  return state && evolveFiled(state, event);
};

const evolveFiled = (appeal: Appeal, event: Exclude<AppealEvent, AppealFiled>): Appeal => {
  switch (event.type) {
    case 'AppealRoutedToBoard': {
      const { reading, routedOn } = event.data;
      return { ...appeal, routing: { reading, routedOn }, stage: { status: 'docketed' } };
    }
    case 'AppealDeficiencyNoted': {
      const { deficiency, notedOn } = event.data;
      return { ...appeal, deficiencies: [...appeal.deficiencies, { deficiency, notedOn }] };
    }
    case 'AppealRecordCertified': {
      const { certifiedBy, certifiedAt, certifiedOn } = event.data;
      const certificate = { certifiedBy, certifiedAt, certifiedOn };
      return { ...appeal, record: 'certified', certificates: [...appeal.certificates, certificate] };
    }
    case 'AppealRecordReopened': {
      const { reason, reopenedBy, reopenedOn } = event.data;
      return { ...appeal, record: 'reopened', reopenings: [...appeal.reopenings, { reason, reopenedBy, reopenedOn }] };
    }
    case 'HearingNoticed': {
      const { hearingId, hearingAt, hearingOn, place, noticedOn, publicNoticeAt } = event.data;
      const hearing: Hearing = {
        hearingId,
        hearingAt,
        hearingOn,
        place,
        noticedOn,
        publicNoticeAt,
        adjournments: [],
        openedAt: null,
        openedOn: null,
        closedAt: null,
        closedOn: null,
      };
      return { ...appeal, hearings: [...appeal.hearings, hearing], stage: { status: 'hearingNoticed', hearingId } };
    }
    case 'PublicNoticeGiven': {
      const { hearingId, givenAt } = event.data;
      // A notice that is given again takes nothing from the one that the public had before.
      return changeHearing(appeal, hearingId, ({ publicNoticeAt, ...hearing }) => ({
        ...hearing,
        publicNoticeAt: publicNoticeAt !== null && publicNoticeAt < givenAt ? publicNoticeAt : givenAt,
      }));
    }
    case 'HearingAdjourned': {
      const { hearingId, by, reason, toAt, toOn, adjournedOn } = event.data;
      const next = changeHearing(appeal, hearingId, (hearing) => ({
        ...hearing,
        hearingAt: toAt,
        hearingOn: toOn,
        // What was said of the first day tells nobody of the new one.
        publicNoticeAt: null,
        adjournments: [...hearing.adjournments, { by, reason, fromAt: hearing.hearingAt, toAt, adjournedOn }],
      }));
      return { ...next, stage: { status: 'hearingNoticed', hearingId } };
    }
    case 'HearingOpened': {
      const { hearingId, openedAt, openedOn } = event.data;
      const next = changeHearing(appeal, hearingId, (hearing) => ({ ...hearing, openedAt, openedOn }));
      // A hearing adds to the record: what was certified before it no longer covers all that the Board hears.
      return { ...next, record: 'open', stage: { status: 'inHearing', hearingId } };
    }
    case 'AppealEvidenceReceived': {
      const { evidenceId, offeredBy, title, sha256, receivedOn } = event.data;
      return { ...appeal, evidence: [...appeal.evidence, { evidenceId, offeredBy, title, sha256, receivedOn }] };
    }
    case 'HearingClosed': {
      const { hearingId, closedAt, closedOn } = event.data;
      const next = changeHearing(appeal, hearingId, (hearing) => ({ ...hearing, closedAt, closedOn }));
      return { ...next, stage: { status: 'heard', hearingId } };
    }
    case 'BoardMemberRecused': {
      const { seat, memberId, reason, recusedOn } = event.data;
      return { ...appeal, recusals: [...appeal.recusals, { seat, memberId, reason, recusedOn }] };
    }
    case 'AppealVoteFellShort': {
      const { votedOn, seats, ayes, needed, resolutionNumber } = event.data;
      return {
        ...appeal,
        votesFallenShort: [...appeal.votesFallenShort, { votedOn, seats, ayes, needed, resolutionNumber }],
      };
    }
    case 'AppealDecided':
      return decide(appeal, event);
    case 'AppealWithdrawn': {
      const { withdrawnOn: on, reason } = event.data;
      const ended = { how: 'withdrawn', on, reason, resolutionNumber: null } as const;
      return { ...appeal, ended, stage: { status: 'withdrawn', on } };
    }
    case 'AppealDismissed': {
      const { dismissedOn: on, reason, resolutionNumber } = event.data;
      const ended = { how: 'dismissed', on, reason, resolutionNumber } as const;
      return { ...appeal, ended, stage: { status: 'dismissed', on } };
    }
    case 'StayGranted': {
      const { stayId, days, documents, grantedOn, resolutionNumber } = event.data;
      const stay: Stay = { stayId, days, documents, grantedOn, resolutionNumber, ended: null, decidedDays: [] };
      return { ...appeal, stays: [...appeal.stays, stay] };
    }
    case 'StayLifted': {
      const { stayId, liftedOn: on, resolutionNumber } = event.data;
      const how = resolutionNumber === null ? 'appealEnded' : 'lifted';
      return {
        ...appeal,
        stays: appeal.stays.map((stay) => (stay.stayId === stayId ? { ...stay, ended: { on, how } } : stay)),
      };
    }
    case 'DecisionServed': {
      const { decisionId, servedOn, noticeId } = event.data;
      return changeDecision(appeal, decisionId, (decision) => ({ ...decision, service: { servedOn, noticeId } }));
    }
    case 'Article78Filed': {
      const { decisionId, indexNumber, filedOn } = event.data;
      const article78: Article78 = { indexNumber, filedOn, returned: null, decided: null };
      return changeDecision(appeal, decisionId, (decision) => ({ ...decision, article78 }));
    }
    case 'Article78ReturnCertified': {
      const { decisionId, certifiedBy, certifiedOn } = event.data;
      return changeDecision(appeal, decisionId, (decision) => ({
        ...decision,
        article78: decision.article78 && { ...decision.article78, returned: { certifiedBy, certifiedOn } },
      }));
    }
    case 'Article78Decided':
      return decideArticle78(appeal, event);
    case 'DecisionBecameFinal': {
      const { decisionId, finalOn, because } = event.data;
      return changeDecision(appeal, decisionId, (decision) => ({ ...decision, final: { finalOn, because } }));
    }
    default:
      return assertNever(event);
  }
};

/** The fold of `appeal-<id>`. */
export const appealFold: StreamFold<AppealState, AppealEvent> = {
  name: 'appeal',
  catalog: appealCatalog,
  initialState: () => null,
  evolve,
};

const OPEN: ReadonlySet<AppealStatus> = new Set([
  'atCounsel',
  'docketed',
  'hearingNoticed',
  'inHearing',
  'heard',
  'remanded',
]);

/** True while the Board, counsel or, after a remand, the officer has still to act on it. */
export const isPendingAppeal = (state: AppealState): boolean => state !== null && OPEN.has(state.stage.status);

/** True while a court has an Article 78 proceeding against a decision of this appeal before it. */
export const isPendingArticle78 = (state: AppealState): boolean =>
  state !== null && state.decisions.some(({ article78 }) => article78 !== null && article78.decided === null);

/** A decision by its id; null when the appeal has none of that id. */
export const decisionOf = (appeal: Appeal, decisionId: string): Decision | null =>
  appeal.decisions.find((decision) => decision.decisionId === decisionId) ?? null;

/** How a decision in force settled a day, the latest last; null for a day that is still open. */
export const settledBy = (
  appeal: Appeal,
  { day, statementId }: DayRef,
): { readonly decisionId: string; readonly paragraph: number; readonly cents: Cents | null } | null => {
  for (const { decisionId, paragraphs } of appeal.decisions.toReversed())
    for (const { number, effect, standing, days } of paragraphs) {
      const found = days.find((named) => named.day === day && named.statementId === statementId);
      if (found && effect !== 'remanded' && standing !== 'remitted')
        return { decisionId, paragraph: number, cents: found.cents };
    }
  return null;
};

const parentOf = (childId: string, mark: string, field: string): string => {
  const at = childId.lastIndexOf(mark);
  if (at < 1 || !/^\d+$/.test(childId.slice(at + mark.length)))
    throw new DomainError('APPEALS.BAD_CHILD_ID', `"${childId}" does not name its appeal.`, {
      kind: 'invalid',
      field,
      rule: `An id here is the appeal's id, then ${mark} and a number.`,
    });
  return childId.slice(0, at);
};

/** The appeal that a hearing belongs to, read from its id. @throws APPEALS.BAD_CHILD_ID */
export const appealIdOfHearing = (hearingId: string): string => parentOf(hearingId, '.hearing-', 'hearingId');

/** The appeal that a decision belongs to, read from its id. @throws APPEALS.BAD_CHILD_ID */
export const appealIdOfDecision = (decisionId: string): string => parentOf(decisionId, '.decision-', 'decisionId');

/** The appeal that a stay belongs to, read from its id. @throws APPEALS.BAD_CHILD_ID */
export const appealIdOfStay = (stayId: string): string => parentOf(stayId, '.stay-', 'stayId');
