import type { LedgerState } from '#offenses/published';
import type { CaseState } from '#cases/published';
import type { FinesState } from '#fines/published';
import type { PremisesState } from '#registry/published';

const WORD = /[0-9A-Za-z_:()-]+(?:\.[0-9A-Za-z_:()-]+)*/g;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Every id that a text may name: the text's words, what each is a child of (`<caseId>.finding-1.x` names the finding and
 * the case), and the uuid inside a stream's or a key's name.
 */
export const idsIn = (text: string): Set<string> => {
  const ids = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    ids.add(word);
    for (let at = word.indexOf('.'); at > 0; at = word.indexOf('.', at + 1)) ids.add(word.slice(0, at));
    for (const { 0: uuid, index } of word.matchAll(UUID)) {
      ids.add(uuid);
      // `fines-<party>.fine-1` names the fine, too.
      const rest = word.slice(index);
      ids.add(rest);
      for (let at = rest.indexOf('.'); at > 0; at = rest.indexOf('.', at + 1)) ids.add(rest.slice(0, at));
    }
  }
  return ids;
};

/** Whether a text names something hidden, or a child of it. */
export const namesHidden = (text: string, hidden: ReadonlySet<string>): boolean => {
  for (const id of idsIn(text)) if (hidden.has(id)) return true;
  return false;
};

/** Every text in a value, keys included, at any depth. */
export const textsIn = function* (value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const member of value as unknown[]) yield* textsIn(member);
  else if (value !== null && typeof value === 'object')
    for (const [name, member] of Object.entries(value)) {
      yield name;
      yield* textsIn(member);
    }
};

/** Nothing of an answer is left: it is about something hidden. */
export const HIDDEN = Symbol('hidden');

/**
 * An answer without what is hidden: each member of a list that names it goes, the innermost list first. `HIDDEN` where it
 * is named outside of every list: then the answer as a whole is about it.
 */
export const withoutHidden = (answer: unknown, hidden: ReadonlySet<string>): unknown => {
  if (hidden.size === 0) return answer;
  if (typeof answer === 'string') return namesHidden(answer, hidden) ? HIDDEN : answer;
  if (Array.isArray(answer)) {
    const left = (answer as unknown[]).map((member) => withoutHidden(member, hidden)).filter((one) => one !== HIDDEN);
    return left.length === answer.length && left.every((member, at) => member === answer[at]) ? answer : left;
  }
  if (answer === null || typeof answer !== 'object') return answer;
  let copy: Record<string, unknown> | null = null;
  for (const [name, member] of Object.entries(answer)) {
    if (namesHidden(name, hidden)) return HIDDEN;
    const left = withoutHidden(member, hidden);
    if (left === HIDDEN) return HIDDEN;
    if (left !== member) (copy ??= { ...answer } as Record<string, unknown>)[name] = left;
  }
  return copy ?? answer;
};

const naming =
  (hidden: ReadonlySet<string>) =>
  (...ids: readonly (string | null | undefined)[]): boolean =>
    ids.some((id) => typeof id === 'string' && namesHidden(id, hidden));

/** A case that is known, without findings that went into a hidden case or came from one. */
export const caseWithout = (state: CaseState, hidden: ReadonlySet<string>): CaseState => {
  const named = naming(hidden);
  return {
    ...state,
    findings: state.findings.filter(({ findingId }) => !named(findingId)),
    holdings: state.holdings.filter(
      ({ findingId, fromCaseId, intoCaseId }) => !named(findingId, fromCaseId, intoCaseId),
    ),
    departures: state.departures.filter(({ intoCaseId }) => !named(intoCaseId)),
    receivedFrom: state.receivedFrom.filter((caseId) => !named(caseId)),
    reviewItems: state.reviewItems.filter(({ subject }) => !named(subject)),
  };
};

/** A person's fines without those of hidden cases: what they named is in no sum. */
export const finesWithout = (state: FinesState, hidden: ReadonlySet<string>): FinesState => {
  const named = naming(hidden);
  return { fines: state.fines.filter(({ fineId, caseId, findingId }) => !named(fineId, caseId, findingId)) };
};

/** Whether every run and sighting of a ledger is of hidden findings. */
export const isLedgerHidden = (state: LedgerState, hidden: ReadonlySet<string>): boolean => {
  const named = naming(hidden);
  const findings = [...state.sightings, ...state.runs.values(), ...state.received.values()];
  return findings.length > 0 && findings.every(({ findingId }) => named(findingId));
};

/** A ledger without the runs, days, sightings and cures of hidden findings. */
export const ledgerWithout = (state: LedgerState, hidden: ReadonlySet<string>): LedgerState => {
  const named = naming(hidden);
  const runs = new Map([...state.runs].filter(([, { findingId }]) => !named(findingId)));
  return {
    ...state,
    runs,
    days: new Map([...state.days].filter(([, { runId }]) => runs.has(runId))),
    sightings: state.sightings.filter(({ findingId }) => !named(findingId)),
    cures: state.cures.filter(({ findingId }) => !named(findingId)),
    received: new Map([...state.received].filter(([, { findingId }]) => !named(findingId))),
  };
};

/** Premises without the findings against their owner that hidden cases made. */
export const premisesWithout = (state: PremisesState, hidden: ReadonlySet<string>): PremisesState => {
  const named = naming(hidden);
  return { ...state, ownerFindings: state.ownerFindings.filter((one) => !named(one.findingId, one.caseId)) };
};
