import type { Actor, FactLoader } from '#kernel';
import { DomainError } from '#kernel';
import type { CaseState } from '#cases/published';
import type { FinesState } from '#fines/published';
import type { NoticeState } from '#notices/published';
import type { LedgerState } from '#offenses/published';
import type { PremisesState } from '#registry/published';
import type { AccessLook, Operation, Veil } from '#runtime';

import { belongingTo, namedBy, namedByAppeal, namedByNotice } from './belongs.facts.js';
import {
  caseWithout,
  finesWithout,
  HIDDEN,
  idsIn,
  isLedgerHidden,
  ledgerWithout,
  namesHidden,
  premisesWithout,
  withoutHidden,
} from './belongs.rules.js';
import { SEALS_STREAM } from './seal.events.js';
import { mayKnow, sealsFold } from './seal.facts.js';

/** Kind of a stream, from its name up to the first dash, and the id behind it. */
const partsOf = (stream: string): readonly [kind: string, id: string] => {
  const at = stream.indexOf('-');
  return [stream.slice(0, at), stream.slice(at + 1)];
};

const hides = (stream: string, state: unknown, hidden: ReadonlySet<string>): boolean => {
  const [kind, id] = partsOf(stream);
  const named = (ids: readonly string[]): boolean => ids.some((one) => namesHidden(one, hidden));
  switch (kind) {
    case 'case':
    case 'complaint':
      return hidden.has(id);
    case 'notice':
      return hidden.has(id) || named(namedByNotice(state as NoticeState));
    case 'appeal':
      return hidden.has(id) || named(namedByAppeal(state));
    case 'offenses':
      return isLedgerHidden(state as LedgerState, hidden);
    default:
      return false;
  }
};

/** What is left of a stream that is not hidden as a whole, folded by the folds that the capabilities publish. */
const without = (stream: string, state: unknown, hidden: ReadonlySet<string>): unknown => {
  if (state === null) return state;
  switch (partsOf(stream)[0]) {
    case 'case':
      return caseWithout(state as CaseState, hidden);
    case 'fines':
      return finesWithout(state as FinesState, hidden);
    case 'offenses':
      return ledgerWithout(state as LedgerState, hidden);
    case 'premises':
      return premisesWithout(state as PremisesState, hidden);
    default:
      return state;
  }
};

/**
 * What an actor may not know of: the cases under seal that name neither the actor's role nor person, with everything that
 * belongs to them. Null where that is nothing. Judged by the seals of now, whatever moment is asked about.
 */
export const veilOver = async (actor: Actor, load: FactLoader): Promise<Veil | null> => {
  const seals = await load(SEALS_STREAM, sealsFold);
  const unknown = seals.seals
    .filter(({ caseId, unsealedOn }) => unsealedOn === null && !mayKnow(seals, caseId, actor))
    .map(({ caseId }) => caseId);
  if (unknown.length === 0) return null;
  const hidden = await belongingTo(unknown, load);
  return {
    hidden,
    hides: (stream, state) => hides(stream, state, hidden),
    over: <State>(stream: string, state: State, nothing: () => State): State =>
      hides(stream, state, hidden) ? nothing() : (without(stream, state, hidden) as State),
    concerns: async (input) => {
      for (const id of await namedBy(input, load)) for (const part of idsIn(id)) if (hidden.has(part)) return true;
      return false;
    },
  };
};

/** Questions of whoever watches over access: they show that a case is sealed, and nothing of it. */
const OF_THE_AUDITOR: ReadonlySet<string> = new Set(['listSealedCases', 'listAudit', 'exportAudit']);

/** The veil of a request, for the engine. */
export const veilOfSeals = (actor: Actor, { load }: Pick<AccessLook, 'load'>): Promise<Veil | null> =>
  veilOver(actor, load);

/** An answer by its fields, less what only says back to the asker a field of the request, unchanged. */
const withoutEcho = (fields: readonly (readonly [string, unknown])[], input: object) => {
  const asked = new Map<string, unknown>(Object.entries(input));
  return fields.filter(([name, value]) => typeof value !== 'string' || asked.get(name) !== value);
};

/**
 * The second net under every answer: folds and lists have left out what is hidden, and whatever still names it goes.
 * @throws IDENTITY.NOT_ON_FILE where the answer as a whole is about something hidden
 */
export const withholdSealed = async (
  operation: Pick<Operation, 'id'>,
  answer: unknown,
  actor: Actor,
  { load }: Pick<AccessLook, 'load'>,
  input: object,
): Promise<unknown> => {
  if (actor.role === 'auditor' && OF_THE_AUDITOR.has(operation.id)) return answer;
  const veil = await veilOver(actor, load);
  if (!veil) return answer;
  const isFields = answer !== null && typeof answer === 'object' && !Array.isArray(answer);
  const fields = isFields ? Object.entries(answer) : [];
  const left = withoutHidden(isFields ? Object.fromEntries(withoutEcho(fields, input)) : answer, veil.hidden);
  if (left !== HIDDEN && !isFields) return left;
  // In their own order: nothing tells that something was taken out.
  if (left !== HIDDEN)
    return Object.fromEntries(fields.map(([name, value]) => [name, (left as Record<string, unknown>)[name] ?? value]));
  throw new DomainError('IDENTITY.NOT_ON_FILE', 'This is not on file.', { kind: 'notFound' });
};
