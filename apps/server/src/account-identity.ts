import type { Actor } from '#kernel';
import { DomainError } from '#kernel';
import { localDayOf } from '#legal-time';
import { CAPACITY_HEADER, chooseActor, grantsOn, ROLE_HEADER, rowOf, USERS_STREAM, usersFold } from '#identity';
import type { Operation } from '#runtime';
import type { HttpRequest, Identity } from '#runtime/http';
import type { Principal } from '#sign-in';

import type { CurrentTown } from './current-town.js';

/** Finds who signed in, or whose access token a script carries; null for nobody. */
export interface Principals {
  principalOf(headers: HttpRequest['headers'], address: string): Promise<Principal | null>;
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

const notSignedIn = (): DomainError =>
  new DomainError('IDENTITY.NOT_SIGNED_IN', 'You are not signed in.', {
    kind: 'unauthenticated',
    rule: 'Sign in, or send an access token: Authorization: Bearer outfall_….',
  });

/**
 * Whether the scopes of an access token cover an operation: `read` every question, `act` every act, except those about
 * users, keys and seals, which a token must name one by one.
 */
export const covers = (scopes: readonly string[], operation: Pick<Operation, 'id' | 'kind'>): boolean =>
  scopes.includes(operation.id) ||
  (scopes.includes(operation.kind === 'query' ? 'read' : 'act') && !rowOf(operation.id)?.administrative);

/** People with accounts: who they are by their session or token, and as what they act by their grants of today. */
export class AccountIdentity implements Identity {
  constructor(
    private readonly principals: Principals,
    private readonly current: CurrentTown,
    private readonly zone: string,
  ) {}

  /** @throws IDENTITY.NOT_SIGNED_IN, IDENTITY.NOT_IN_SCOPE, and what `chooseActor` throws */
  async actorFor(request: HttpRequest, operation: Operation): Promise<Actor> {
    const principal = await this.principals.principalOf(request.headers, request.ip);
    if (!principal) throw notSignedIn();
    const { userId, scopes } = principal;
    request.sender = { id: userId };
    if (scopes !== null && !covers(scopes, operation))
      throw new DomainError('IDENTITY.NOT_IN_SCOPE', 'This access token does not cover that.', {
        kind: 'forbidden',
        rule: 'An access token does what its scopes name: read, act, or single operations.',
        scopes,
      });
    const row = rowOf(operation.id);
    if (!row)
      throw new DomainError('IDENTITY.NOT_YOUR_ROLE', 'This is not for your role to do.', { kind: 'forbidden' });
    const { clock, engine } = this.current.town;
    const { state } = await engine.loader.load(USERS_STREAM, usersFold);
    const grants = grantsOn(state, userId, localDayOf(clock.now(), this.zone));
    const actor = chooseActor(row, userId, grants, {
      role: one(request.headers[ROLE_HEADER]),
      capacity: one(request.headers[CAPACITY_HEADER]),
    });
    request.sender = actor;
    return actor;
  }
}
