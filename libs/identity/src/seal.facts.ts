import type { Actor, FactLoader, LocalDay, Personal, StreamFold } from '#kernel';
import { assertNever } from '#kernel';
import { caseFold, caseStream, consolidationOf, isKnownCase } from '#cases/published';

import { userOf } from './grant.rules.js';
import type { SealCommand } from './seal.commands.js';
import type { SealEvent } from './seal.events.js';
import { sealCatalog } from './seal.events.js';
import { USERS_STREAM } from './user.events.js';
import { usersFold } from './user.facts.js';

/** One time of a case under seal; `unsealedOn` null: it still is. */
export interface Seal {
  readonly caseId: string;
  readonly reason: Personal;
  readonly authority: Personal;
  readonly sealedOn: LocalDay;
  readonly unsealedOn: LocalDay | null;
  /** Who may know of it besides counsel, and until when; an ended access is kept for whoever asks who had it. */
  readonly access: readonly { readonly userId: string; readonly from: LocalDay; readonly endedOn: LocalDay | null }[];
}

/** All seals, in the order they were put on; those of one case follow each other. */
export interface SealsState {
  readonly seals: readonly Seal[];
}

const change = (state: SealsState, caseId: string, how: (seal: Seal) => Seal): SealsState => ({
  seals: state.seals.map((seal) => (seal.caseId === caseId && seal.unsealedOn === null ? how(seal) : seal)),
});

const evolve = (state: SealsState, event: SealEvent): SealsState => {
  const { caseId } = event.data;
  switch (event.type) {
    case 'CaseSealed': {
      const { reason, authority, visibleTo, sealedOn } = event.data;
      const access = visibleTo.map((userId) => ({ userId, from: sealedOn, endedOn: null }));
      return { seals: [...state.seals, { caseId, reason, authority, sealedOn, unsealedOn: null, access }] };
    }
    case 'CaseUnsealed':
      return change(state, caseId, (seal) => ({ ...seal, unsealedOn: event.data.unsealedOn }));
    case 'SealedAccessGranted': {
      const granted = { userId: event.data.userId, from: event.data.grantedOn, endedOn: null };
      return change(state, caseId, (seal) => ({ ...seal, access: [...seal.access, granted] }));
    }
    case 'SealedAccessEnded': {
      const { userId, endedOn } = event.data;
      return change(state, caseId, (seal) => ({
        ...seal,
        access: seal.access.map((one) => (one.userId === userId && one.endedOn === null ? { ...one, endedOn } : one)),
      }));
    }
    default:
      return assertNever(event);
  }
};

/** The fold of `seals-town`. */
export const sealsFold: StreamFold<SealsState, SealEvent> = {
  name: 'seals',
  catalog: sealCatalog,
  initialState: () => ({ seals: [] }),
  evolve,
};

/** The seal on a case now, or null. */
export const sealOn = ({ seals }: SealsState, caseId: string): Seal | null =>
  seals.find((seal) => seal.caseId === caseId && seal.unsealedOn === null) ?? null;

/** Whether a user has access to a sealed case now. */
export const hasSealedAccess = ({ access }: Seal, userId: string): boolean =>
  access.some((one) => one.userId === userId && one.endedOn === null);

/**
 * Whether an actor may know of a case, judged as of now: counsel, the program itself, and whoever the seal names may; of a
 * case that is not sealed, everybody.
 */
export const mayKnow = (state: SealsState, caseId: string, { id, role }: Pick<Actor, 'id' | 'role'>): boolean => {
  const seal = sealOn(state, caseId);
  return seal === null || role === 'counsel' || role === 'process' || hasSealedAccess(seal, id);
};

/** What other streams say that a seal rests on. */
export interface SealFacts {
  readonly onFile: boolean;
  /** The case it was consolidated into; null where it stands alone. */
  readonly goesOnIn: string | null;
  /** Users named that nobody knows. */
  readonly unknownUsers: readonly string[];
}

/** Persons of a demonstration have no account; a town where people sign in lets none of them in. */
const isDemoPerson = (userId: string): boolean => userId.startsWith('demo-');

/** Folds the case that is sealed and the users that are named. */
export const sealFacts = async (command: SealCommand, load: FactLoader): Promise<SealFacts> => {
  const state = await load(caseStream(command.caseId), caseFold);
  const named =
    command.type === 'SealCase' ? command.visibleTo : command.type === 'GrantSealedAccess' ? [command.userId] : [];
  const users = await load(USERS_STREAM, usersFold);
  return {
    onFile: isKnownCase(state),
    goesOnIn: consolidationOf(state)?.intoCaseId ?? null,
    unknownUsers: named.filter((userId) => !isDemoPerson(userId) && userOf(users, userId) === null),
  };
};
