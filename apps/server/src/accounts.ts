import { createHmac } from 'node:crypto';

import type { Actor } from '#kernel';
import { localDayOf } from '#legal-time';
import type { AuditEvent } from '#identity';
import { administratorsOn, grantsOn, isActive, userOf, USERS_STREAM, usersFold } from '#identity';
import type { Accounts, SignInEntry, SignInTrail } from '#sign-in';

import type { CurrentTown } from './current-town.js';

/** Who acts before it is known who acts. */
const SIGN_IN: Actor = { id: 'sign-in', role: 'process', capacity: 'Town' };

/** The town's users as signing in sees them, answered from the log. */
export const accountsOf = (current: CurrentTown, zone: string): Accounts => {
  const users = async () => (await current.town.engine.loader.load(USERS_STREAM, usersFold)).state;
  const today = () => localDayOf(current.town.clock.now(), zone);
  const opened = async (text: unknown): Promise<string | null> => {
    const plain = await current.town.engine.codec.open(text);
    return typeof plain === 'string' ? plain : null;
  };
  const sent = async (operationId: string, body: object, key?: string): Promise<string> => {
    const { engine } = current.town;
    const { answer, position } = await engine.send(operationId, body, {
      actor: SIGN_IN,
      ...(key === undefined ? {} : { key }),
    });
    if (position !== null) await engine.settle(position);
    return answer['userId'] as string;
  };
  /** Keyed: neither the log nor the read models tell who somebody is at the single sign-on. */
  const subjectKeyOf = async (issuer: string, subject: string): Promise<string> =>
    createHmac('sha256', await current.town.keys.getOrCreate('sign-in:subjects'))
      .update(JSON.stringify([issuer, subject]))
      .digest('base64url');
  const userOfSubject = async (subjectKey: string) =>
    [...(await users()).users.values()].find((user) => user.subjectKey === subjectKey) ?? null;
  return {
    userOf: async (userId) => {
      const state = await users();
      const user = userOf(state, userId);
      return (
        user && {
          userId,
          name: await opened(user.name),
          active: isActive(user, today()),
          roles: grantsOn(state, userId, today()).map(({ role, capacity }) => ({ role, capacity })),
        }
      );
    },
    needsFirstAdministrator: async () => administratorsOn(await users(), today()).length === 0,
    createFirstAdministrator: (details) => sent('makeFirstAdministrator', details),
    emailOf: async (userId) => opened(userOf(await users(), userId)?.email ?? null),
    provision: async ({ issuer, subject, name, email, grants }) => {
      const subjectKey = await subjectKeyOf(issuer, subject);
      await sent('provisionUser', { subjectKey, name, email, roles: grants });
      return (await userOfSubject(subjectKey))!.userId;
    },
    withdrawGroups: async ({ issuer, subject }) => {
      const subjectKey = await subjectKeyOf(issuer, subject);
      const user = await userOfSubject(subjectKey);
      if (user && isActive(user, today())) await sent('provisionUser', { subjectKey, name: '', email: '', roles: [] });
    },
  };
};

/** Sign-ins and what belongs to them, in the audit of the log. */
export const signInTrailOf = (current: CurrentTown): SignInTrail => ({
  record: async ({ type, ...data }: SignInEntry) => {
    const { trail } = current.town;
    await trail.record({ type, data: { ...('address' in data ? { month: trail.month } : {}), ...data } } as AuditEvent);
  },
});
