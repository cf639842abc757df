import type { Actor, Role } from '#kernel';
import { DomainError } from '#kernel';
import type { Identity } from '#runtime/http';

export const IDENTITY_HEADER = 'outfall-demo-identity';

export const DEMO_ROLES = [
  'officer',
  'inspector',
  'engineer',
  'clerk',
  'boardMember',
  'counsel',
  'auditor',
  'administrator',
] as const satisfies readonly Role[];

const NAME = new RegExp(`^(${DEMO_ROLES.join('|')})(?::([1-9]\\d?))?$`);

/**
 * Whoever a request says it is: good for a demonstration on one machine, and for nothing else. `officer` is the first
 * officer (`demo-officer`), `officer:2` a second one (`demo-officer-2`). No header means the first officer.
 */
export class DemoIdentity implements Identity {
  /** @throws IDENTITY.UNKNOWN for a name that is none of the demo persons */
  actorOf(headers: Readonly<Record<string, string | string[] | undefined>>): Actor {
    const given = headers[IDENTITY_HEADER] ?? 'officer';
    const match = typeof given === 'string' ? NAME.exec(given.trim()) : null;
    if (!match) {
      const rule = `A demo identity is one of ${DEMO_ROLES.join(', ')}, or a second person as in officer:2.`;
      throw new DomainError('IDENTITY.UNKNOWN', 'Nobody is known by that name here.', {
        kind: 'unauthenticated',
        field: 'Outfall-Demo-Identity',
        rule,
      });
    }
    const role = match[1] as Role;
    const number = Number(match[2] ?? 1);
    return { id: number === 1 ? `demo-${role}` : `demo-${role}-${number}`, role, capacity: 'Town' };
  }
}
