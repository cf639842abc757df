import { addDays, startOfDay } from '#legal-time';
import type { Operation, QueryContext } from '#runtime';
import { query } from '#runtime';

import { auditEntries } from './audit.projection.js';
import * as dto from './audits.dto.js';

const EXPORT_PAGE = 1000;
const LIST_PAGE = 100;

const span = (from: string | undefined, through: string | undefined, zone: string) => ({
  ...(from === undefined ? {} : { from: startOfDay(from, zone) }),
  ...(through === undefined ? {} : { before: startOfDay(addDays(through, 1), zone) }),
});

const listAudit = (
  { from, through, type, actor, limit = LIST_PAGE, cursor }: dto.ListAuditQuery,
  { readModel, zone }: QueryContext,
) => auditEntries(readModel, zone, { ...span(from, through, zone), type, actor, limit, cursor });

const exportAudit = ({ from, through, cursor }: dto.ExportAuditQuery, { readModel, zone }: QueryContext) =>
  auditEntries(readModel, zone, { ...span(from, through, zone), limit: EXPORT_PAGE, cursor });

/** The audit, for those who look after those who act. */
export const auditOperations: readonly Operation[] = [
  query({
    id: 'listAudit',
    summary: 'Sign-ins, denials, confidential views, exports and administrative acts, in the order of the log',
    query: dto.ListAuditQuery,
    answer: listAudit,
  }),
  query({
    id: 'exportAudit',
    summary: 'Every entry of a span of days, in pages; itself an entry',
    query: dto.ExportAuditQuery,
    answer: exportAudit,
  }),
];
