import type { Cents, DecisionContext, LocalDay } from '#kernel';
import { foldEvents } from '#kernel';

import { namedAmounts } from './cap.rules.js';
import type { AppealCommand, ApplyDecision, LapseDecision } from './fine.commands.js';
import type { AppliedEffect, FineEvent, ReducedDay, StayEnded } from './fine.events.js';
import type { Decision, Fine, FinesState, NamedDay, Stay } from './fine.state.js';
import { fineOf, finesFold, isLive, pendingAppeals } from './fine.state.js';
import type { DecisionFacts, DocumentDay, FineFacts, UnfitReason } from './fine.types.js';
import { refuse } from './imposition.rules.js';
import { inFine, knownFine } from './known-fine.rules.js';
import { dayKey, isStayedBy, lapsedParagraphs } from './named-day.rules.js';

const after = (state: FinesState, events: readonly FineEvent[]): FinesState => foldEvents(finesFold, state, events);

/** Days of a decision otherwise than remanded, by document and day, paragraphs that lapsed left out. */
const decidedKeys = (decision: Pick<Decision, 'effects' | 'lapses'>): ReadonlySet<string> => {
  const lapsed = lapsedParagraphs(decision as Decision);
  return new Set(
    decision.effects
      .filter(({ effect, paragraph }) => effect !== 'remanded' && !lapsed.has(paragraph))
      .flatMap(({ days }) => days.map(dayKey)),
  );
};

/**
 * How a decision ends a stay: for the days it decides otherwise than by a remand, which leaves charge and stay as they
 * were; wholly, where no stayed day is left (offense-day rules 2, "The Board's decision").
 */
const endedByDecision = (fine: Fine, stay: Stay, decided: ReadonlySet<string>, endedOn: LocalDay): StayEnded[] => {
  const stayed = fine.days.filter((entry) => isStayedBy(stay, entry));
  const ended = stayed.filter((entry) => decided.has(dayKey(entry)));
  if (ended.length === 0) return [];
  const days: readonly DocumentDay[] | null =
    ended.length === stayed.length ? null : ended.map(({ day, statementId }) => ({ day, statementId }));
  return [
    {
      type: 'StayEnded',
      data: {
        ...inFine(fine),
        ...{ appealId: stay.appealId, stayId: stay.stayId, days, endedOn, cause: 'appealEnded' },
      },
    },
  ];
};

const isOver = ({ endings }: Stay): boolean => endings.some(({ days }) => days === null);

const endOf = (fine: Fine, stay: Stay, endedOn: LocalDay, cause: 'lifted' | 'appealEnded'): StayEnded => ({
  type: 'StayEnded',
  data: { ...inFine(fine), appealId: stay.appealId, stayId: stay.stayId, days: null, endedOn, cause },
});

/** Why a day cannot take the effect of a paragraph, the cap left aside; null where it can. */
const unfitReason = (
  fine: Fine,
  entry: NamedDay | undefined,
  { effect, cents }: { readonly effect: AppliedEffect['effect']; readonly cents: Cents | null },
  boardMayRaise: boolean,
): UnfitReason | null => {
  if (!isLive(fine)) return 'fineWithdrawn';
  if (!entry) return 'notNamed';
  if (entry.dropped) return 'dropped';
  return effect === 'modified' && cents! > entry.cents && !boardMayRaise ? 'raised' : null;
};

/** Cents that the cap leaves for a day of the fine, what it names there now included. */
const roomFor = (state: FinesState, { ledger }: Fine, entry: NamedDay, perLedger: boolean): Cents =>
  namedAmounts(state).left(ledger, entry.day, perLedger) + entry.namedCents;

/**
 * The Board's decision as it bears on this fine; never refused. Each day that fits takes its paragraph's effect, the
 * others are named with the reason, and a person is asked. Applied once. A preview of a decision asks the same.
 * @returns the events of the fines' stream: `DecisionApplied`, then the stays it ends; none where it is applied already
 * @throws FINES.UNKNOWN_FINE
 */
export const applyDecision = (
  command: Omit<ApplyDecision, 'type'>,
  state: FinesState,
  facts: DecisionFacts,
  { today }: Pick<DecisionContext, 'today'>,
): FineEvent[] => {
  const { fineId, appealId, decisionId, decidedOn } = command;
  const fine = knownFine(state, fineId);
  if (fine.decisions.some((known) => known.decisionId === decisionId)) return [];
  const entries = new Map(fine.days.map((entry) => [dayKey(entry), entry]));
  const unfit: { paragraph: number; day: LocalDay; why: UnfitReason }[] = [];
  const fitting = (
    effects: readonly AppliedEffect[],
    why: (effect: AppliedEffect, day: AppliedEffect['days'][number]) => UnfitReason | null,
  ): AppliedEffect[] =>
    effects.map((effect) => ({
      ...effect,
      days: effect.days.filter((day) => {
        const reason = why(effect, day);
        if (reason !== null) unfit.push({ paragraph: effect.paragraph, day: day.day, why: reason });
        return reason === null;
      }),
    }));
  const applied = (effects: readonly AppliedEffect[]): FineEvent => ({
    type: 'DecisionApplied',
    data: { ...inFine(fine), appealId, decisionId, decidedOn, effects, unfit, appliedOn: today },
  });
  const fit = fitting(command.effects, ({ effect }, day) =>
    unfitReason(fine, entries.get(dayKey(day)), { effect, cents: day.cents }, facts.boardMayRaise),
  );
  // A modification upward raises what is named, and lifting a final reversal names the day again: both need room.
  const then = new Map(fineOf(after(state, [applied(fit)]), fineId)!.days.map((entry) => [dayKey(entry), entry]));
  const effects = fitting(fit, (_effect, day) => {
    const [was, is] = [entries.get(dayKey(day))!, then.get(dayKey(day))!];
    const raised = is.namedCents > was.namedCents;
    return raised && is.namedCents > roomFor(state, fine, was, facts.perLedger) ? 'overCap' : null;
  });
  const decided = decidedKeys({ effects, lapses: [] });
  const ends = fine.stays
    .filter((stay) => stay.appealId === appealId)
    .flatMap((stay) => endedByDecision(fine, stay, decided, decidedOn));
  return [applied(effects), ...ends];
};

/** A process may come before the one that it follows: it waits and tries again. */
const appliedDecision = (fine: Fine, decisionId: string): Decision =>
  fine.decisions.find((decision) => decision.decisionId === decisionId) ??
  refuse('DECISION_NOT_APPLIED_YET', `Decision ${decisionId} has not been applied to fine ${fine.number} yet.`, {
    kind: 'conflict',
    field: 'decisionId',
  });

/**
 * A court annulled paragraphs: their effects lapse and the others stand. Where the cap was freed and used meanwhile, only
 * what is left is charged on a reinstated day (offense-day rules 2, "Cap").
 */
const lapse = (command: LapseDecision, state: FinesState, { perLedger }: DecisionFacts): FineEvent[] => {
  const { fineId, appealId, decisionId, lapsedOn, reference } = command;
  const fine = knownFine(state, fineId);
  const decision = appliedDecision(fine, decisionId);
  const before = lapsedParagraphs(decision);
  const known = new Set(decision.effects.map(({ paragraph }) => paragraph));
  const paragraphs = [...new Set(command.paragraphs)].filter((number) => known.has(number) && !before.has(number));
  if (paragraphs.length === 0) return [];
  const lapsed = (lowered: readonly ReducedDay[]): FineEvent => ({
    type: 'DecisionLapsed',
    data: { ...inFine(fine), appealId, decisionId, paragraphs, lapsedOn, reference, lowered },
  });
  if (!isLive(fine)) return [lapsed([])];
  const reinstated = fineOf(after(state, [lapsed([])]), fineId)!;
  const lowered = reinstated.days.flatMap((entry, index): ReducedDay[] => {
    const was = fine.days[index]!;
    const room = roomFor(state, fine, was, perLedger);
    if (entry.dropped || entry.namedCents <= was.namedCents || entry.namedCents <= room) return [];
    const { day, statementId, cents } = entry;
    return [{ day, statementId, fromCents: cents, toCents: Math.min(cents, room) }];
  });
  return [lapsed(lowered)];
};

/** What the appeals did, as facts of this fine. Deciding twice adds nothing; what comes late ends what it must. */
export const noteAppealAct = (
  command: AppealCommand,
  state: FinesState,
  facts: FineFacts,
  context: DecisionContext,
): FineEvent[] => {
  const fine = knownFine(state, command.fineId);
  const { appealId } = command;
  const known = fine.appeals.find((appeal) => appeal.appealId === appealId);
  const ofAppeal = { ...inFine(fine), appealId };
  switch (command.type) {
    case 'NoteAppeal': {
      if (known) return [];
      const { number, documents, filedOn } = command;
      // Two that are filed in the same instant see nothing of each other; here they meet (offense-day rules 5, "Races").
      const alsoPending = pendingAppeals(fine)
        .filter((other) => other.documents.some((document) => documents.includes(document)))
        .map(({ appealId: other }) => other);
      return [{ type: 'FineAppealed', data: { ...ofAppeal, number, documents, filedOn, alsoPending } }];
    }
    case 'NoteAppealEnded': {
      if (!known || known.ended !== null) return [];
      const { how, endedOn } = command;
      return [
        { type: 'FineAppealEnded', data: { ...ofAppeal, how, endedOn } },
        ...fine.stays
          .filter((stay) => stay.appealId === appealId && !isOver(stay))
          .map((stay) => endOf(fine, stay, endedOn, 'appealEnded')),
      ];
    }
    case 'ApplyStay': {
      const { stayId, days, documents, stayedOn, authority } = command;
      if (fine.stays.some((stay) => stay.stayId === stayId)) return [];
      const applied: FineEvent = {
        type: 'StayApplied',
        data: { ...ofAppeal, stayId, days, documents, stayedOn, authority },
      };
      return [applied, ...endedMeanwhile(fineOf(after(state, [applied]), fine.fineId)!, stayId)];
    }
    case 'EndStay': {
      const stay = fine.stays.find(({ stayId }) => stayId === command.stayId);
      return !stay || isOver(stay) ? [] : [endOf(fine, stay, command.endedOn, command.cause)];
    }
    case 'ApplyDecision':
      return applyDecision(command, state, facts.decision!, context);
    case 'LapseDecision':
      return lapse(command, state, facts.decision!);
    case 'FinishDecision': {
      const { decisionId, finalOn } = command;
      if (appliedDecision(fine, decisionId).finalOn !== null) return [];
      return [{ type: 'DecisionFinal', data: { ...ofAppeal, decisionId, finalOn } }];
    }
  }
};

/** A stay that is noted after its appeal was decided or ended: processes of one appeal do not wait for each other. */
const endedMeanwhile = (fine: Fine, stayId: string): StayEnded[] => {
  const stay = fine.stays.find((known) => known.stayId === stayId)!;
  const { appealId, stayedOn } = stay;
  const ended = fine.appeals.find((appeal) => appeal.appealId === appealId)?.ended ?? null;
  if (ended !== null && ended.endedOn >= stayedOn) return [endOf(fine, stay, ended.endedOn, 'appealEnded')];
  const decision = fine.decisions.findLast((one) => one.appealId === appealId && one.decidedOn >= stayedOn);
  return decision ? endedByDecision(fine, stay, decidedKeys(decision), decision.decidedOn) : [];
};
