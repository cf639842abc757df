import type { Actor, Role } from '#kernel';

/** Those who read the texts of the record; an administrator looks after accounts and machines, not after cases. */
const RECORD: readonly Role[] = ['officer', 'inspector', 'engineer', 'clerk', 'boardMember', 'counsel', 'auditor'];

/** Questions that exist to show who complained; each use leaves its trace before the answer. */
const REVEALING: ReadonlySet<string> = new Set(['revealComplainant', 'findComplaintsByComplainant']);

/**
 * Who has a sealed text opened, by the kind of its key: the last door, behind the table of operations and the seals. A
 * kind that is not named here is opened for nobody.
 */
export const mayOpen = (keyName: string, operationId: string, { id, role }: Actor): boolean => {
  const kind = keyName.slice(0, keyName.indexOf('-'));
  switch (kind) {
    case 'party':
    case 'premises':
    case 'case':
    case 'complaint':
      return RECORD.includes(role);
    case 'complainant':
      return REVEALING.has(operationId) && (role === 'officer' || role === 'counsel');
    case 'counsel':
      return role === 'counsel';
    case 'user':
      return role === 'administrator' || role === 'auditor' || keyName === `user-${id}`;
    case 'audit':
      return role === 'auditor' || role === 'administrator';
    case 'keys':
      return role === 'auditor' || role === 'administrator' || role === 'counsel';
    default:
      return false;
  }
};
