import type { Capacity } from '#kernel';
import { DomainError } from '#kernel';

import type { HeldRole } from './ports.js';

/** Which role in which capacity a group of the single sign-on stands for. */
export type GroupMapping = ReadonlyMap<string, readonly HeldRole[]>;

const CAPACITIES: readonly Capacity[] = ['Town', 'Village', 'Commission'];

const refuse = (entry: string, rule: string): never => {
  throw new DomainError('SERVER.BAD_CONFIGURATION', `OUTFALL_OIDC_GROUPS: "${entry}" ${rule}`, {
    kind: 'invalid',
    field: 'OUTFALL_OIDC_GROUPS',
    rule,
  });
};

/**
 * Reads `group=role/Capacity`, parted by commas; a group may stand several times. A group's name has neither `=` nor comma.
 * @param roles the roles that can be granted at all
 * @throws SERVER.BAD_CONFIGURATION naming the entry
 */
export const parseGroupMapping = (text: string, roles: readonly string[]): GroupMapping => {
  const mapping = new Map<string, HeldRole[]>();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const parts = entry.split('=').map((part) => part.trim());
    const [group = '', given = ''] = parts;
    const [role = '', capacity = '', ...rest] = given.split('/').map((part) => part.trim());
    if (parts.length !== 2 || group === '' || role === '' || capacity === '' || rest.length > 0)
      refuse(entry, 'is not of the form group=role/Capacity.');
    if (!roles.includes(role)) refuse(entry, `names no role; there are: ${roles.join(', ')}.`);
    if (!CAPACITIES.some((one) => one === capacity)) refuse(entry, `names no capacity: ${CAPACITIES.join(', ')}.`);
    // § 168-30D: the Board is the Town's. Told at the start, not to each member who signs in.
    if (role === 'boardMember' && capacity !== 'Town') refuse(entry, 'is another Board than the Town has.');
    mapping.set(group, [...(mapping.get(group) ?? []), { role, capacity } as HeldRole]);
  }
  if (mapping.size === 0) refuse(text, 'names no group, so that nobody could sign in.');
  return mapping;
};

/**
 * The roles that a claim of groups stands for, each once. A claim that is missing, empty or of another shape stands for
 * none, and whoever has none comes in nowhere (fault P03: an empty claim is not full access).
 * @param claim a list of group names; a single name stands for a list of one, as some providers send it
 */
export const rolesOfGroups = (mapping: GroupMapping, claim: unknown): readonly HeldRole[] => {
  const groups: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const roles = groups.flatMap((group) => (typeof group === 'string' ? (mapping.get(group) ?? []) : []));
  return roles.filter(
    (one, index) => roles.findIndex(({ role, capacity }) => role === one.role && capacity === one.capacity) === index,
  );
};
