import { DomainError } from '#kernel';
import { NATURES, type Nature } from './rule.types.js';

/** A value a policy may take. */
export type PolicyValue = boolean | number | string;

/** What the product must know of one kind of policy before it accepts a resolution about it. */
export interface PolicyDefinition {
  readonly title: string;
  readonly type: 'boolean' | 'wholeNumber' | 'nature' | 'choice';
  /** Smallest value of a whole number. */
  readonly atLeast?: number;
  readonly choices?: readonly string[];
  /** What holds while no resolution is on file; null = none written. */
  readonly productDefault: PolicyValue | null;
  /** Where the default, or the silence, comes from. */
  readonly authority: string;
}

/** Policies with a name of their own. Each is a silence of the Article that the Town may fill by resolution. */
export const POLICIES = {
  'continuity-gap-days': {
    title:
      'Longest gap, in days strictly between two sightings, over which days may be inferred without a second person',
    type: 'wholeNumber',
    atLeast: 0,
    productDefault: 60,
    authority: 'Product default (domain brief 5.10); none written in the Article',
  },
  'opinion-reaches-earlier-days': {
    title: 'An opinion under § 168-27D reaches days before it was recorded',
    type: 'boolean',
    productDefault: false,
    authority: 'Product default (conflict register G11); unsettled in § 168-27D',
  },
  'joint-and-several': {
    title: 'Two persons answerable for one day owe one fine together',
    type: 'boolean',
    productDefault: false,
    authority:
      'Product default: each person has a finding, a ledger and a fine of their own; none written in § 168-30D',
  },
  'deadline-due-soon-days': {
    title: 'Days before its end at which a deadline is shown as due soon',
    type: 'wholeNumber',
    atLeast: 0,
    productDefault: 7,
    authority: 'Product default; a working reminder without legal effect',
  },
  'appeal-deadline-days': {
    title: 'Days from service of a civil fine in which the Town Board takes an appeal',
    type: 'wholeNumber',
    atLeast: 1,
    productDefault: null,
    authority: 'None written: § 168-30D gives the appeal and no period (conflict register G7)',
  },
  'board-may-raise-fine': {
    title: 'The Town Board may raise the amount of a fine on appeal, within the cap',
    type: 'boolean',
    productDefault: false,
    authority: 'Product default; § 168-30D does not say whether the Board may raise a fine (domain brief 2.4)',
  },
  'decision-service-days': {
    title: "Days from the Town Board's decision in which it is served on the appellant",
    type: 'wholeNumber',
    atLeast: 1,
    productDefault: null,
    authority: 'None written: neither § 168-30D nor the Town has set a period to serve a decision',
  },
  'stale-accrual-days': {
    title: 'Days an open run may go on without a step of enforcement before it is shown as stale',
    type: 'wholeNumber',
    atLeast: 1,
    productDefault: 90,
    authority: 'Product default; a working reminder without legal effect',
  },
  'inferred-days-as-counts': {
    title: 'Inferred days may be offered to the prosecutor as counts',
    type: 'boolean',
    productDefault: false,
    authority: 'Product default (domain brief 5.10): inferred days are never criminal counts',
  },
  'penalty-suit-warning-months': {
    title: 'Months after an offense day at which the limitation of a suit for the fine is warned of',
    type: 'wholeNumber',
    atLeast: 1,
    productDefault: 30,
    authority: 'Product default; CPLR 214(2), three years, its reach to a local law unsettled',
  },
  'board-whole-membership': {
    title: 'Seats of the Town Board, vacancies included, from which the majority is counted',
    type: 'wholeNumber',
    atLeast: 1,
    productDefault: 5,
    authority: 'Product default; Gen. Constr. Law § 41 counts the whole number',
  },
  'sewer-main-fee-reading': {
    title: 'How a percentage of the sewer main table is taken: of the whole cost, or of each slice',
    type: 'choice',
    choices: ['wholeCost', 'slices'],
    productDefault: 'wholeCost',
    authority: 'Product default: the literal text of § 168-32C (domain brief 1.4)',
  },
} as const satisfies Readonly<Record<string, PolicyDefinition>>;

export type NamedPolicy = keyof typeof POLICIES;

/** Counsel's reading of the nature of one rule, e.g. `rule-nature:168-26H`. */
export type RuleNaturePolicy = `rule-nature:${string}`;
export type PolicyName = NamedPolicy | RuleNaturePolicy;

type ValueOfType<Definition extends PolicyDefinition> =
  | (Definition['type'] extends 'boolean' ? boolean : Definition['type'] extends 'wholeNumber' ? number : string)
  | (Definition['productDefault'] extends null ? null : never);

/** The value type of a policy; with null where nothing is written while no resolution is on file. */
export type PolicyValueOf<Name extends PolicyName> = Name extends NamedPolicy
  ? ValueOfType<(typeof POLICIES)[Name]>
  : Nature | null;

export const RULE_NATURE_PREFIX = 'rule-nature:';

const RULE_NATURE_DEFINITION: PolicyDefinition = {
  title: 'Reading of counsel on the nature of one rule',
  type: 'nature',
  choices: NATURES,
  productDefault: null,
  authority: 'None written: the nature that the rule itself carries holds (domain brief 5.10; conflict register G10)',
};

/** The rule that a `rule-nature:` policy is about, or null for any other policy. */
export const ruleOfPolicy = (name: string): string | null =>
  name.startsWith(RULE_NATURE_PREFIX) ? name.slice(RULE_NATURE_PREFIX.length) : null;

/**
 * Definition of a policy by name.
 * @throws LAW.UNKNOWN_POLICY for a name outside the table
 */
export const policyDefinition = (name: string): PolicyDefinition => {
  if (ruleOfPolicy(name) !== null) return RULE_NATURE_DEFINITION;
  if (Object.hasOwn(POLICIES, name)) return POLICIES[name as NamedPolicy];
  throw new DomainError('LAW.UNKNOWN_POLICY', `"${name}" is not a policy that this product knows how to apply.`, {
    kind: 'invalid',
    field: 'policy',
    rule: 'A policy has a name from the table of policies, or rule-nature: and a rule id.',
    known: [...Object.keys(POLICIES), `${RULE_NATURE_PREFIX}<ruleId>`],
  });
};

/**
 * Checks that a value is one the policy may take.
 * @throws LAW.UNKNOWN_POLICY, LAW.WRONG_POLICY_VALUE
 */
export const checkPolicyValue = (name: string, value: unknown): PolicyValue => {
  const definition = policyDefinition(name);
  const fits =
    definition.type === 'boolean'
      ? typeof value === 'boolean'
      : definition.type === 'wholeNumber'
        ? Number.isSafeInteger(value) && (value as number) >= (definition.atLeast ?? 0)
        : typeof value === 'string' && (definition.choices ?? []).includes(value);
  if (!fits)
    throw new DomainError('LAW.WRONG_POLICY_VALUE', `"${name}" does not take the value ${JSON.stringify(value)}.`, {
      kind: 'invalid',
      field: 'value',
      rule:
        definition.type === 'boolean'
          ? 'The value is true or false.'
          : definition.type === 'wholeNumber'
            ? `The value is a whole number, ${definition.atLeast ?? 0} or more.`
            : `The value is one of ${(definition.choices ?? []).join(', ')}.`,
      policy: name,
    });
  return value as PolicyValue;
};
