import { DomainError } from '#kernel';
import { addDays, startOfDay } from '#legal-time';
import type { Operation, QueryContext } from '#runtime';
import { query } from '#runtime';

import { auditEntries } from './audit.projection.js';
import * as dto from './audits.dto.js';

const EXPORT_PAGE = 1000;
const LIST_PAGE = 100;

/** The instants of a span of local days of recording. @throws IDENTITY.BAD_SPAN */
const span = (from: string | undefined, through: string | undefined, zone: string) => {
  if (from !== undefined && through !== undefined && through < from)
    throw new DomainError('IDENTITY.BAD_SPAN', 'The last day lies before the first.', {
      kind: 'invalid',
      field: 'through',
      rule: '`through` is the day `from` or a later one.',
    });
  return {
    ...(from === undefined ? {} : { from: startOfDay(from, zone) }),
    ...(through === undefined ? {} : { before: startOfDay(addDays(through, 1), zone) }),
  };
};

const listAudit = (
  { from, through, type, actor: user, limit = LIST_PAGE, cursor }: dto.ListAuditQuery,
  { readModel, zone }: QueryContext,
) => auditEntries(readModel, zone, { ...span(from, through, zone), type, user, limit, cursor });

const exportAudit = ({ from, through, cursor }: dto.ExportAuditQuery, { readModel, zone }: QueryContext) =>
  auditEntries(readModel, zone, { ...span(from, through, zone), limit: EXPORT_PAGE, cursor });

/** The audit, for those who look after those who act (ASVS 5.0, V16: who did what, when, from where, and how it ended). */
export const auditOperations: readonly Operation[] = [
  query({
    id: 'listAudit',
    summary: 'Sign-ins, denials, confidential views, exports and administrative acts, in the order of the log',
    query: dto.ListAuditQuery,
    answer: listAudit,
  }),
  query({
    id: 'exportAudit',
    summary: 'Every entry of a span of days, in pages of 1,000 in the order of the log; itself an entry',
    query: dto.ExportAuditQuery,
    answer: exportAudit,
  }),
];
