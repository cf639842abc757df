import { DomainError, type LocalDay } from '#kernel';
import { OPINION_FACTORS, printCitation, type OpinionFactorId, type Rule, type TestType } from '#law/published';

import type { MakeFinding, OpinionGiven } from './case.commands.js';
import type { FindingKind, RecordedOpinion } from './case.events.js';
import type { FindingFacts } from './case.facts.js';

const KIND_OF_TEST: Readonly<Record<TestType, FindingKind>> = {
  ABS: 'absolute',
  // A duty that an officer's demand or approval brings about: once it is there, its breach is a bare fact.
  DISC: 'absolute',
  QUAL: 'qualitative',
  OPIN: 'opinion',
};

const LEAD_IN = '§ 168-27D, lead-in (rule 45)';

/**
 * The test of the rule that a finding rests on, with the kind of finding that follows (domain.md 1.3). Without a choice
 * it is the leading test of the rule.
 * @throws CASES.NOT_A_RULE_OF_CONDUCT for a savings clause, a power, a method or a penalty
 * @throws CASES.NOT_A_TEST_OF_THE_RULE for a test that the rule does not have
 */
export const testOf = (
  rule: Rule,
  chosen: TestType | null,
): { readonly test: TestType; readonly findingKind: FindingKind } => {
  if (!rule.createsOffense || rule.testType === null)
    throw new DomainError('CASES.NOT_A_RULE_OF_CONDUCT', `${printCitation(rule)} requires and forbids nothing.`, {
      field: 'ruleId',
      rule: 'A finding names a rule that somebody can break; savings clauses, powers, methods and penalties are none.',
      authority: printCitation(rule),
      ruleId: rule.ruleId,
      ruleKind: rule.kind,
    });
  const tests = rule.tests.map(({ type }) => type);
  if (chosen !== null && !tests.includes(chosen))
    throw new DomainError('CASES.NOT_A_TEST_OF_THE_RULE', `${printCitation(rule)} has no test of the type ${chosen}.`, {
      kind: 'invalid',
      field: 'test',
      rule: 'A finding rests on a test that the rule has.',
      authority: printCitation(rule),
      tests,
    });
  const test = chosen ?? rule.testType;
  return { test, findingKind: KIND_OF_TEST[test] };
};

const present = (text: string | undefined): text is string => typeof text === 'string' && text.trim() !== '';

/**
 * The opinion a finding rests on, or null for a finding that needs none.
 * @throws CASES.OPINION_REQUIRED naming each factor that is missing: all of them bind the Superintendent (§ 168-27D)
 * @throws CASES.OPINION_NOT_CALLED_FOR for an opinion beside a finding of fact: it would hold back days without cause
 * @throws CASES.OPINION_AFTER_FINDING, CASES.NOT_YET
 */
export const opinionFor = (
  rule: Rule,
  findingKind: FindingKind,
  given: OpinionGiven | null,
  madeOn: LocalDay,
  today: LocalDay,
): RecordedOpinion | null => {
  if (findingKind !== 'opinion') {
    if (given === null) return null;
    throw new DomainError('CASES.OPINION_NOT_CALLED_FOR', `${printCitation(rule)} does not rest on an opinion here.`, {
      kind: 'invalid',
      field: 'opinion',
      rule: 'Only a finding on an opinion-based test takes an opinion; what is a bare fact is stated in the facts.',
      authority: printCitation(rule),
      findingKind,
    });
  }
  const factors = given?.factors ?? {};
  const missing = OPINION_FACTORS.filter(({ id }) => !present(factors[id]));
  const fields = [
    ...(given?.formedOn === undefined ? ['opinion.formedOn'] : []),
    ...missing.map(({ id }) => `opinion.factors.${id}`),
  ];
  if (given?.formedOn === undefined || missing.length > 0)
    throw new DomainError(
      'CASES.OPINION_REQUIRED',
      `${printCitation(rule)} is broken only where harm appears likely in the opinion of the Superintendent. Missing: ${fields.join(', ')}.`,
      {
        field: fields[0],
        rule: 'An opinion is recorded with the day it was formed and every factor the Superintendent has to weigh.',
        authority: LEAD_IN,
        missing: fields,
        asks: Object.fromEntries(missing.map(({ id, asks }) => [id, asks])),
        ruleId: rule.ruleId,
      },
    );
  const { formedOn } = given;
  if (formedOn > today)
    throw new DomainError('CASES.NOT_YET', `${formedOn} has not come yet.`, {
      kind: 'invalid',
      field: 'opinion.formedOn',
      rule: 'Only an opinion already formed can be recorded.',
    });
  if (formedOn > madeOn)
    throw new DomainError('CASES.OPINION_AFTER_FINDING', `The opinion of ${formedOn} is younger than the finding.`, {
      kind: 'invalid',
      field: 'opinion.formedOn',
      rule: 'A finding rests on an opinion formed on its own day or before.',
      authority: LEAD_IN,
      madeOn,
    });
  const weighed = Object.fromEntries(OPINION_FACTORS.map(({ id }) => [id, factors[id]!])) as Record<
    OpinionFactorId,
    string
  >;
  return { formedOn, recordedOn: today, factors: weighed };
};

/**
 * Refuses a finding about premises or a party that cannot carry one.
 * @throws CASES.UNKNOWN_PREMISES, CASES.UNKNOWN_PARTY, CASES.PARTY_IS_DUPLICATE, CASES.NOT_THE_OWNER
 */
export const checkWhoAndWhere = (command: MakeFinding, premisesId: string, facts: FindingFacts): void => {
  const { premises, party } = facts;
  if (!premises.onFile)
    throw new DomainError('CASES.UNKNOWN_PREMISES', `No premises ${premisesId} are on file.`, {
      kind: 'invalid',
      field: 'premisesId',
      rule: 'Premises are registered before a finding is made about them.',
      premisesId,
    });
  if (!party.onFile)
    throw new DomainError('CASES.UNKNOWN_PARTY', `No party ${command.partyId} is on file.`, {
      kind: 'invalid',
      field: 'partyId',
      rule: 'A party is registered before a finding is made against it.',
      partyId: command.partyId,
    });
  if (party.duplicateOf !== null)
    throw new DomainError('CASES.PARTY_IS_DUPLICATE', 'This party is marked as a duplicate of another.', {
      field: 'partyId',
      rule: 'A duplicate takes no new findings: name the party it is a duplicate of.',
      partyId: command.partyId,
      duplicateOf: party.duplicateOf,
    });
  if (command.againstOwner && premises.owners.length > 0 && !premises.owners.includes(command.partyId))
    throw new DomainError(
      'CASES.NOT_THE_OWNER',
      'This party is not on file as an owner of the premises, past or present.',
      {
        field: 'againstOwner',
        rule: 'A finding against the owner as such names an owner; anyone else answers for what they did.',
        partyId: command.partyId,
        owners: premises.owners,
      },
    );
};
