import type { Cents, Instant, LocalDay, Personal, StreamFold } from '#kernel';
import { assertNever, DomainError } from '#kernel';

import type {
  AppealEvent,
  AppealFiled,
  DecisionParagraph,
  FilingChannel,
  FilingMark,
  FindingOfFact,
  SeatAtVote,
} from './appeal.events.js';
import { appealCatalog } from './appeal.events.js';

/** A day as a document names it: the statement, or null for the imposition. */
export interface DayRef {
  readonly day: LocalDay;
  readonly statementId: string | null;
}

export interface Hearing {
  readonly hearingId: string;
  readonly hearingAt: Instant;
  readonly hearingOn: LocalDay;
  readonly place: string;
  readonly noticedOn: LocalDay;
  readonly publicNoticeAt: Instant | null;
  readonly adjournments: readonly {
    readonly by: 'board' | 'appellant' | 'town';
    readonly reason: Personal;
    readonly fromAt: Instant;
    readonly toAt: Instant;
    readonly adjournedOn: LocalDay;
  }[];
  readonly openedAt: Instant | null;
  readonly openedOn: LocalDay | null;
  readonly closedAt: Instant | null;
  readonly closedOn: LocalDay | null;
}

export interface Evidence {
  readonly evidenceId: string;
  readonly offeredBy: 'appellant' | 'town' | 'board';
  readonly title: Personal;
  readonly sha256: string | null;
  readonly receivedOn: LocalDay;
}

export interface Recusal {
  readonly seat: string;
  readonly memberId: string;
  readonly reason: Personal;
  readonly recusedOn: LocalDay;
}

/** A vote that had fewer ayes than the majority of all seats. */
export interface VoteFellShort {
  readonly votedOn: LocalDay;
  readonly seats: readonly SeatAtVote[];
  readonly ayes: number;
  readonly needed: number;
  readonly resolutionNumber: string | null;
}

export interface Article78 {
  readonly indexNumber: string;
  readonly filedOn: LocalDay;
  readonly returned: { readonly certifiedBy: string; readonly certifiedOn: LocalDay } | null;
  readonly decided: {
    readonly outcome: 'confirmed' | 'annulled' | 'remanded';
    readonly annulledParagraphs: readonly number[];
    readonly decidedOn: LocalDay;
    readonly reference: string;
  } | null;
}

/** How a paragraph stands: in force, annulled by a court, or sent back by one for a new decision. */
export type ParagraphStanding = 'inForce' | 'annulled' | 'remitted';

export interface StandingParagraph extends DecisionParagraph {
  readonly standing: ParagraphStanding;
}

export interface Decision {
  readonly decisionId: string;
  readonly decidedOn: LocalDay;
  readonly resolutionNumber: string;
  readonly seats: readonly SeatAtVote[];
  readonly ayes: number;
  readonly needed: number;
  readonly paragraphs: readonly StandingParagraph[];
  readonly findingsOfFact: readonly FindingOfFact[];
  readonly authority: string;
  readonly service: { readonly servedOn: LocalDay; readonly noticeId: string } | null;
  readonly article78: Article78 | null;
  readonly final: { readonly finalOn: LocalDay; readonly because: 'timePassed' | 'confirmed' } | null;
}

export interface Stay {
  readonly stayId: string;
  /** Null = every day of the documents. */
  readonly days: readonly LocalDay[] | null;
  readonly documents: readonly (string | null)[];
  readonly grantedOn: LocalDay;
  readonly resolutionNumber: string;
  /** How it ended; null while it holds for any day. A decision ends it for the days it decides, a remand for none. */
  readonly ended: { readonly on: LocalDay; readonly how: 'lifted' | 'decided' | 'appealEnded' } | null;
  /** Days on which a decision ended it while others are still stayed. */
  readonly decidedDays: readonly DayRef[];
}

/** Where the appeal stands. */
export type Stage =
  | { readonly status: 'atCounsel' }
  | { readonly status: 'docketed' }
  | { readonly status: 'hearingNoticed'; readonly hearingId: string }
  | { readonly status: 'inHearing'; readonly hearingId: string }
  | { readonly status: 'heard'; readonly hearingId: string }
  | { readonly status: 'decided'; readonly decisionId: string }
  /** Days are open again: the Board sent them back to the officer, or a court sent them back to the Board. */
  | { readonly status: 'remanded'; readonly decisionId: string; readonly by: 'board' | 'court' }
  | { readonly status: 'withdrawn'; readonly on: LocalDay }
  | { readonly status: 'dismissed'; readonly on: LocalDay };

export type AppealStatus = Stage['status'];

/** The record: open to additions at a hearing, certified at a position, or opened again by a recorded act. */
export type RecordStanding = 'open' | 'certified' | 'reopened';

export interface Appeal {
  readonly appealId: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly fineId: string;
  readonly findingId: string;
  readonly premisesId: string;
  readonly number: string;
  readonly documents: readonly (string | null)[];
  readonly imposedBy: string;
  readonly filedOn: LocalDay;
  readonly enteredOn: LocalDay;
  readonly channel: FilingChannel;
  readonly grounds: Personal;
  readonly route: 'board' | 'counsel';
  readonly marks: readonly FilingMark[];
  readonly deadline: AppealFiled['data']['deadline'];
  readonly stage: Stage;
  readonly routing: { readonly reading: Personal; readonly routedOn: LocalDay } | null;
  readonly deficiencies: readonly { readonly deficiency: Personal; readonly notedOn: LocalDay }[];
  readonly record: RecordStanding;
  readonly certificates: readonly {
    readonly certifiedBy: string;
    readonly certifiedAt: Instant;
    readonly certifiedOn: LocalDay;
  }[];
  readonly reopenings: readonly {
    readonly reason: Personal;
    readonly reopenedBy: string;
    readonly reopenedOn: LocalDay;
  }[];
  readonly hearings: readonly Hearing[];
  readonly evidence: readonly Evidence[];
  readonly recusals: readonly Recusal[];
  readonly votesFallenShort: readonly VoteFellShort[];
  readonly decisions: readonly Decision[];
  readonly stays: readonly Stay[];
  readonly ended: {
    readonly how: 'withdrawn' | 'dismissed';
    readonly on: LocalDay;
    readonly reason: Personal;
    readonly resolutionNumber: string | null;
  } | null;
}

/** Null while nothing is recorded: the appeal is unknown. */
export type AppealState = Appeal | null;

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
    case 'HearingAdjourned': {
      const { hearingId, by, reason, toAt, toOn, adjournedOn } = event.data;
      const next = changeHearing(appeal, hearingId, (hearing) => ({
        ...hearing,
        hearingAt: toAt,
        hearingOn: toOn,
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
