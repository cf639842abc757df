import { DomainError, type LocalDay } from '#kernel';
import type { Rule, RuleId } from './rule.types.js';
import { RULES_168_24 } from './rules-168-24.js';
import { RULES_168_25 } from './rules-168-25.js';
import { RULES_168_26 } from './rules-168-26.js';
import { RULES_168_27_A_TO_C } from './rules-168-27-a-to-c.js';
import { RULES_168_27_D } from './rules-168-27-d.js';
import { RULES_168_27_E_TO_J } from './rules-168-27-e-to-j.js';
import { RULES_168_28_TO_32 } from './rules-168-28-to-32.js';

/** The Article as printed: 61 rules in the order of domain.md 1.3, each in its first version. */
export const ARTICLE_RULES: readonly Rule[] = [
  ...RULES_168_24,
  ...RULES_168_25,
  ...RULES_168_26,
  ...RULES_168_27_A_TO_C,
  ...RULES_168_27_D,
  ...RULES_168_27_E_TO_J,
  ...RULES_168_28_TO_32,
];

const BY_ID: ReadonlyMap<RuleId, Rule> = new Map(ARTICLE_RULES.map((rule) => [rule.ruleId, rule]));

/** True for the id of a rule of the Article. */
export const isRuleId = (ruleId: string): boolean => BY_ID.has(ruleId);

/**
 * The rule as printed, without local amendments.
 * @throws LAW.UNKNOWN_RULE
 */
export const ruleById = (ruleId: RuleId): Rule => {
  const rule = BY_ID.get(ruleId);
  if (!rule)
    throw new DomainError('LAW.UNKNOWN_RULE', `"${ruleId}" is not a rule of §§ 168-24 to 168-32.`, {
      kind: 'invalid',
      field: 'ruleId',
      rule: 'A rule is named by its stable id, such as 168-27C(3).',
    });
  return rule;
};

/**
 * The version of a rule in force on a local day (hard case 68: an act is judged by the version of its own day).
 * Local amendments live in the Town's settings: `ruleInForce(settings, ruleId, day)` passes them in as `versions`;
 * without them this reads the Article as printed, which is open at both ends.
 * @throws LAW.UNKNOWN_RULE, LAW.RULE_NOT_IN_FORCE when no version covers the day
 */
export const ruleOn = (ruleId: RuleId, day: LocalDay, versions: readonly Rule[] = [ruleById(ruleId)]): Rule => {
  const found = versions.findLast(
    (rule) =>
      rule.ruleId === ruleId &&
      (rule.effectiveFrom === null || rule.effectiveFrom <= day) &&
      (rule.effectiveTo === null || day <= rule.effectiveTo),
  );
  if (!found) {
    ruleById(ruleId);
    throw new DomainError('LAW.RULE_NOT_IN_FORCE', `No version of ${ruleId} was in force on ${day}.`, { ruleId, day });
  }
  return found;
};

/**
 * The citation as printed, e.g. `§ 168-27C(3)`. With `markInferred`, a letter read back from paragraph order is marked,
 * as anything that goes to a court or to the Board must be (domain.md 1.0).
 */
export const printCitation = (
  rule: Pick<Rule, 'citation'>,
  options: { readonly markInferred?: boolean } = {},
): string => {
  const { section, subsection, paragraph, paragraphs, letterSource } = rule.citation;
  const printed = `§ ${section}${subsection ?? ''}${paragraph ?? ''}${paragraphs.join(', ')}`;
  return options.markInferred && letterSource === 'inferred' ? `${printed} [subsection letter inferred]` : printed;
};

/** True where a finding needs the Superintendent's opinion, in whole or in part. */
export const needsOpinion = (rule: Pick<Rule, 'tests'>): boolean => rule.tests.some((test) => test.type === 'OPIN');
