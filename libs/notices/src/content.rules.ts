import type { LocalDay } from '#kernel';
import type { Finding } from '#cases/published';

import type { NoticeContent } from './notice.events.js';
import type { NoticeFacts } from './notice.facts.js';
import type { Notice } from './notice.state.js';
import { refuse } from './refuse.rules.js';

/** One notice goes to one party about one case. @throws NOTICES.TWO_PARTIES, NOTICES.OTHER_CASE, NOTICES.FINDING_WITHDRAWN */
export const requireFindings = (
  { findings, findingIdsInCase }: NoticeFacts,
  { partyId, caseId }: Pick<Notice, 'partyId' | 'caseId'>,
): void => {
  for (const finding of findings ?? []) {
    const { findingId } = finding;
    const field = 'findingIds';
    if (finding.withdrawn)
      refuse('FINDING_WITHDRAWN', 'A notice cites no finding that was withdrawn.', { field, findingId });
    if (finding.partyId !== partyId)
      refuse('TWO_PARTIES', 'These findings are not all of one party.', {
        field,
        rule: 'Each party has a notice of its own.',
        findingId,
        partyId,
      });
    if (finding.caseId !== caseId && !findingIdsInCase.includes(findingId))
      refuse('OTHER_CASE', 'This finding belongs to another case.', { field, findingId, caseId: finding.caseId });
  }
};

/** @throws NOTICES.COMPLY_BY_PAST */
export const requireComplyBy = (complyBy: LocalDay | null, today: LocalDay): void => {
  if (complyBy !== null && complyBy < today)
    refuse('COMPLY_BY_PAST', `${complyBy} has passed.`, {
      kind: 'invalid',
      field: 'complyBy',
      rule: 'A notice names a day on which one can still comply. By itself it removes no offense day.',
      authority: 'Town practice (domain brief 5.8, 5.9)',
    });
};

/** Findings with the rules they name, once each. */
export const contentOf = (
  findings: readonly Pick<Finding, 'findingId' | 'ruleId'>[],
  rest: Pick<NoticeContent, 'facts' | 'demand' | 'complyBy'>,
): NoticeContent => ({
  findingIds: findings.map(({ findingId }) => findingId),
  ruleIds: [...new Set(findings.map(({ ruleId }) => ruleId))],
  ...rest,
});
