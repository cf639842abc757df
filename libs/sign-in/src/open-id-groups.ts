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
 * Reads `group=role/Capacity`, parted by commas; a group may stand several times.
 * @param roles the roles that can be granted at all
 * @throws SERVER.BAD_CONFIGURATION naming the entry
 */
export const parseGroupMapping = (text: string, roles: readonly string[]): GroupMapping => {
  const mapping = new Map<string, HeldRole[]>();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const match = /^([^=]+)=([A-Za-z]+)\/([A-Za-z]+)$/.exec(entry);
    if (!match) refuse(entry, 'is not of the form group=role/Capacity.');
    const [, group, role, capacity] = match!;
    if (!roles.includes(role!)) refuse(entry, `names no role; there are: ${roles.join(', ')}.`);
    if (!CAPACITIES.some((one) => one === capacity)) refuse(entry, `names no capacity: ${CAPACITIES.join(', ')}.`);
    const held = { role, capacity } as HeldRole;
    mapping.set(group!.trim(), [...(mapping.get(group!.trim()) ?? []), held]);
  }
  return mapping;
};

/**
 * The roles that a claim of groups stands for. A claim that is missing, empty or of another shape stands for none, and
 * whoever has none comes in nowhere (fault P03: an empty claim is not full access).
 */
export const rolesOfGroups = (mapping: GroupMapping, claim: unknown): readonly HeldRole[] => {
  const groups = Array.isArray(claim) ? claim : typeof claim === 'string' ? [claim] : [];
  const roles = groups.flatMap((group) => (typeof group === 'string' ? (mapping.get(group) ?? []) : []));
  return roles.filter(
    (one, index) => roles.findIndex(({ role, capacity }) => role === one.role && capacity === one.capacity) === index,
  );
};
