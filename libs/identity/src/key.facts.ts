import type { DecisionContext, FactLoader, LocalDay, Personal, StreamFold } from '#kernel';
import { assertNever } from '#kernel';
import {
  caseFold,
  caseGoingOn,
  caseIdOf,
  caseStatusOf,
  caseStream,
  complaintCatalog,
  type ComplaintEvent,
  complaintStream,
  holdsInPlace,
} from '#cases/published';
import { partyFold, partyStream, premisesFold, premisesStream } from '#registry/published';

import { belongingTo } from './belongs.facts.js';
import { isActive, userOf } from './grant.rules.js';
import type { KeyCommand } from './key.commands.js';
import type { KeyEvent, KeyKind } from './key.events.js';
import { keyCatalog } from './key.events.js';
import { USERS_STREAM } from './user.events.js';
import { usersFold } from './user.facts.js';

/** One wish to destroy a key, and what became of it. */
export interface Destruction {
  readonly destructionId: string;
  readonly kind: KeyKind;
  readonly subjectId: string;
  readonly reason: Personal;
  readonly authority: Personal;
  readonly proposedBy: string;
  readonly proposedOn: LocalDay;
  readonly outcome:
    | { readonly status: 'proposed' }
    | { readonly status: 'declined'; readonly by: string; readonly on: LocalDay; readonly reason: Personal }
    | { readonly status: 'destroyed'; readonly by: string; readonly on: LocalDay };
}

export interface KeysState {
  readonly destructions: readonly Destruction[];
  readonly rotations: readonly { readonly masterId: string; readonly rewrapped: number; readonly on: LocalDay }[];
  /** Cases with a litigation hold, as noted. */
  readonly held: readonly string[];
}

const ended = (state: KeysState, destructionId: string, outcome: Destruction['outcome']): KeysState => ({
  ...state,
  destructions: state.destructions.map((one) => (one.destructionId === destructionId ? { ...one, outcome } : one)),
});

const evolve = (state: KeysState, event: KeyEvent): KeysState => {
  switch (event.type) {
    case 'KeyDestructionProposed':
      return { ...state, destructions: [...state.destructions, { ...event.data, outcome: { status: 'proposed' } }] };
    case 'KeyDestructionDeclined': {
      const { destructionId, declinedBy: by, declinedOn: on, reason } = event.data;
      return ended(state, destructionId, { status: 'declined', by, on, reason });
    }
    case 'PersonalKeyDestroyed': {
      const { destructionId, confirmedBy: by, destroyedOn: on } = event.data;
      return ended(state, destructionId, { status: 'destroyed', by, on });
    }
    case 'MasterKeyRotated': {
      const { masterId, rewrapped, rotatedOn: on } = event.data;
      return { ...state, rotations: [...state.rotations, { masterId, rewrapped, on }] };
    }
    case 'LitigationHoldNoted':
      return { ...state, held: [...state.held, event.data.caseId] };
    case 'LitigationHoldForgotten':
      return { ...state, held: state.held.filter((caseId) => caseId !== event.data.caseId) };
    default:
      return assertNever(event);
  }
};

/** The fold of `keys-town`. */
export const keysFold: StreamFold<KeysState, KeyEvent> = {
  name: 'keys',
  catalog: keyCatalog,
  initialState: () => ({ destructions: [], rotations: [], held: [] }),
  evolve,
};

/** The destructions that were carried out, in order. */
export const destroyedIn = ({ destructions }: KeysState): readonly Destruction[] =>
  destructions.filter(({ outcome }) => outcome.status === 'destroyed');

/** What a decision on a key rests on besides its stream. */
export interface KeyFacts {
  /** Whether the party, case, complaint, premises or user is on file. */
  readonly onFile: boolean;
  /** What still needs the key; null when nothing does. */
  readonly neededBy:
    | { readonly why: 'litigationHold'; readonly caseId: string }
    | { readonly why: 'openCase' | 'activeUser' | 'currentMonth' }
    | null;
  /** For `NoteLitigationHold`: whether one is in force in the case now. */
  readonly holdInForce: boolean;
}

/** Whether there is such a complaint; nothing else of it matters here. */
const complaintOnFile: StreamFold<boolean, ComplaintEvent> = {
  name: 'complaint-on-file',
  catalog: complaintCatalog,
  initialState: () => false,
  evolve: () => true,
};

type Subject = Pick<Destruction, 'kind' | 'subjectId'>;

const isOnFile = async ({ kind, subjectId }: Subject, load: FactLoader): Promise<boolean> => {
  switch (kind) {
    case 'party':
      return (await load(partyStream(subjectId), partyFold)).partyId !== null;
    case 'premises':
      return (await load(premisesStream(subjectId), premisesFold)).premisesId !== null;
    case 'case':
    case 'counsel':
      return (await load(caseStream(subjectId), caseFold)).caseId !== null;
    case 'complaint':
    case 'complainant':
      return load(complaintStream(subjectId), complaintOnFile);
    case 'user':
      return userOf(await load(USERS_STREAM, usersFold), subjectId) !== null;
    case 'audit':
      return /^\d{4}-(0[1-9]|1[0-2])$/.test(subjectId);
    default:
      return assertNever(kind);
  }
};

/** Everything that a hold in one case keeps: what belongs to it and to the case it goes on in, its parties and premises. */
const keptByHoldIn = async (caseId: string, load: FactLoader): Promise<ReadonlySet<string>> => {
  const goesOnIn = (await caseGoingOn({ caseId }, load)).caseId;
  const kept = new Set(await belongingTo([caseId, goesOnIn], load));
  for (const id of [...kept]) {
    if (!id.includes('.finding-')) continue;
    const { findings } = await load(caseStream(caseIdOf(id)), caseFold);
    const finding = findings.find(({ findingId }) => findingId === id);
    if (finding) kept.add(finding.partyId).add(finding.premisesId);
  }
  return kept.add((await load(caseStream(caseId), caseFold)).premisesId);
};

const isHeld = async (caseId: string, load: FactLoader): Promise<boolean> =>
  holdsInPlace(await load(caseStream(caseId), caseFold)).length > 0;

const neededBy = async (
  { kind, subjectId }: Subject,
  state: KeysState,
  load: FactLoader,
  today: LocalDay,
): Promise<KeyFacts['neededBy']> => {
  if (kind === 'audit') return subjectId >= today.slice(0, 7) ? { why: 'currentMonth' } : null;
  if (kind === 'user') {
    const user = userOf(await load(USERS_STREAM, usersFold), subjectId);
    return user && isActive(user, today) ? { why: 'activeUser' } : null;
  }
  const ofCase = kind === 'case' || kind === 'counsel';
  for (const caseId of new Set([...(ofCase ? [subjectId] : []), ...state.held]))
    if ((await isHeld(caseId, load)) && (await keptByHoldIn(caseId, load)).has(subjectId))
      return { why: 'litigationHold', caseId };
  return ofCase && caseStatusOf(await load(caseStream(subjectId), caseFold)) === 'open' ? { why: 'openCase' } : null;
};

/** Loads what a decision on keys rests on. */
export const keyFacts = async (
  command: KeyCommand,
  load: FactLoader,
  { today }: DecisionContext,
  state: KeysState,
): Promise<KeyFacts> => {
  const none: KeyFacts = { onFile: false, neededBy: null, holdInForce: false };
  switch (command.type) {
    case 'ProposeKeyDestruction':
      return {
        ...none,
        onFile: await isOnFile(command, load),
        neededBy: await neededBy(command, state, load, today),
      };
    case 'ConfirmKeyDestruction': {
      const destruction = state.destructions.find(({ destructionId }) => destructionId === command.destructionId);
      return destruction ? { ...none, neededBy: await neededBy(destruction, state, load, today) } : none;
    }
    case 'NoteLitigationHold':
      return { ...none, holdInForce: await isHeld(command.caseId, load) };
    default:
      return none;
  }
};
