import type { Actor } from '#kernel';
import { DomainError } from '#kernel';
import { admittedBy, ROLES } from '#identity';
import type { Operation } from '#runtime';
import type { HttpRequest, Identity } from '#runtime/http';

export const IDENTITY_HEADER = 'outfall-demo-identity';

const ONE_OF = ROLES.join('|');
const NAME = new RegExp(`^(${ONE_OF})(?::([1-9]\\d?))?(?: as (${ONE_OF}))?$`);

/**
 * Whoever a request says it is: good for a demonstration on one machine, and for nothing else. `officer` is the first
 * officer (`demo-officer`), `officer:2` a second one (`demo-officer-2`); `officer as clerk` is the first officer acting
 * in the clerk's role, as one person may in a small town.
 */
export class DemoIdentity implements Identity {
  /**
   * @throws IDENTITY.NOT_SIGNED_IN without a name, IDENTITY.UNKNOWN for a name that is none of the demo persons, and
   * what `admittedBy` throws
   */
  async actorFor(request: Pick<HttpRequest, 'headers' | 'sender'>, operation: Pick<Operation, 'id'>): Promise<Actor> {
    const given = request.headers[IDENTITY_HEADER];
    const rule = `A demo identity is one of ${ROLES.join(', ')}, or a second person as in officer:2.`;
    if (given === undefined || given === '')
      throw new DomainError('IDENTITY.NOT_SIGNED_IN', 'Nobody is named who sends this.', {
        kind: 'unauthenticated',
        field: 'Outfall-Demo-Identity',
        rule,
      });
    const match = typeof given === 'string' ? NAME.exec(given.trim()) : null;
    if (!match)
      throw new DomainError('IDENTITY.UNKNOWN', 'Nobody is known by that name here.', {
        kind: 'unauthenticated',
        field: 'Outfall-Demo-Identity',
        rule,
      });
    const [, person, second, acting] = match;
    const number = Number(second ?? 1);
    const actor: Actor = {
      id: number === 1 ? `demo-${person!}` : `demo-${person!}-${number}`,
      role: (acting ?? person) as Actor['role'],
      capacity: 'Town',
    };
    request.sender = actor;
    admittedBy(operation, actor);
    return actor;
  }
}
