import { DomainError, type LocalDay } from '#kernel';
import { computeDeadline, type DeadlineRequest, type SpecialHoliday } from '#legal-time';
import { command, query, type Operation, type QueryContext } from '#runtime';

import { ARTICLE_RULES, isRuleId, printCitation } from './article.js';
import { CONFLICT_REGISTER } from './conflict-register.js';
import { DEFINITIONS } from './definitions.js';
import * as penalties from './penalties.js';
import { POLICIES, policyDefinition, RULE_NATURE_PREFIX, type PolicyName } from './policies.js';
import type { Rule } from './rule.types.js';
import type { SettingsCommand } from './settings.commands.js';
import { settingsDecider } from './settings.decider.js';
import * as dto from './settings.dto.js';
import { SETTINGS_STREAM, type SettingsEvent } from './settings.events.js';
import {
  civilFinePowerFrom,
  natureOn,
  policyOn,
  ruleInForce,
  ruleVersions,
  seatsOn,
  settingsFold,
  specialHolidays,
  type SettingsState,
} from './settings.facts.js';

const settingsAggregate = { ...settingsFold, decide: settingsDecider.decide };

const answerOf = (events: readonly SettingsEvent[]): Record<string, unknown> => {
  const event = events[0];
  if (!event) return {};
  switch (event.type) {
    case 'PolicyAdopted':
      return { policy: event.data.policy, value: event.data.value, effectiveFrom: event.data.effectiveFrom };
    case 'PolicyWithdrawn':
      return { policy: event.data.policy, effectiveFrom: event.data.effectiveFrom };
    case 'EnforcerAppointed':
    case 'EnforcerAppointmentEnded':
      return { appointmentId: event.data.appointmentId };
    case 'BoardSeatFilled':
    case 'BoardSeatVacated':
      return { seat: event.data.seat, memberId: event.data.memberId };
    case 'LocalLaw22EffectiveDateRecorded':
      return { effectiveOn: event.data.effectiveOn };
    case 'SpecialHolidayProclaimed':
      return { day: event.data.day };
    case 'RuleAmended':
      return { ruleId: event.data.ruleId, version: event.data.version };
  }
};

/** A command on the Town's settings: only fixes what all of them share. */
const setting = <Body extends object>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly command: (body: Body) => SettingsCommand;
  readonly authority: string;
}): Operation =>
  command({ aggregate: settingsAggregate, stream: () => SETTINGS_STREAM, answer: answerOf, ...operation });

const settingsOf = (context: QueryContext): Promise<SettingsState> => context.load(SETTINGS_STREAM, settingsFold);

const dayOf = ({ on }: { on?: LocalDay }, context: QueryContext): LocalDay => on ?? context.asOf ?? context.today;

/** A rule as it is shown: its citation, marked where a letter is inferred, and its nature on the day with its authority. */
const shownRule = (rule: Rule, settings: SettingsState, day: LocalDay) => ({
  ...rule,
  printed: printCitation(rule),
  printedMarked: printCitation(rule, { markInferred: true }),
  natureOnDay: rule.nature === null ? null : natureOn(settings, rule.ruleId, day),
  tracks: penalties.tracksOf(rule),
});

const knownRule = (ruleId: string): void => {
  if (!isRuleId(ruleId))
    throw new DomainError('LAW.UNKNOWN_RULE', `"${ruleId}" is not a rule of §§ 168-24 to 168-32.`, {
      kind: 'notFound',
      field: 'ruleId',
    });
};

const getRule = async (asked: dto.GetRuleQuery, context: QueryContext) => {
  knownRule(asked.ruleId);
  const settings = await settingsOf(context);
  const day = dayOf(asked, context);
  return {
    on: day,
    rule: shownRule(ruleInForce(settings, asked.ruleId, day), settings, day),
    versions: ruleVersions(settings, asked.ruleId).map(({ version, effectiveFrom, effectiveTo, effectiveNote }) => ({
      version,
      effectiveFrom,
      effectiveTo,
      effectiveNote,
    })),
  };
};

const listRules = async (asked: dto.ListRulesQuery, context: QueryContext) => {
  const settings = await settingsOf(context);
  const day = dayOf(asked, context);
  const wanted = ARTICLE_RULES.filter(
    ({ citation }) => asked.section === undefined || citation.section === asked.section,
  );
  return { on: day, rules: wanted.map(({ ruleId }) => shownRule(ruleInForce(settings, ruleId, day), settings, day)) };
};

const policyAnswer = (settings: SettingsState, policy: string, day: LocalDay) => {
  const { title, type, choices } = policyDefinition(policy);
  const reading = policyOn(settings, policy as PolicyName, day);
  return { policy, title, type, choices: choices ?? null, noneWritten: reading.value === null, ...reading };
};

const getPolicy = async (asked: dto.GetPolicyQuery, context: QueryContext) => {
  policyDefinition(asked.policy);
  const settings = await settingsOf(context);
  const day = dayOf(asked, context);
  const history = (settings.policies[asked.policy] ?? []).map(({ value, ...entry }) => ({
    ...entry,
    withdrawn: value === undefined,
    value: value ?? null,
  }));
  return { on: day, ...policyAnswer(settings, asked.policy, day), history };
};

const listPolicies = async (asked: dto.LawQuery, context: QueryContext) => {
  const settings = await settingsOf(context);
  const day = dayOf(asked, context);
  const readings = Object.keys(settings.policies)
    .filter((name) => name.startsWith(RULE_NATURE_PREFIX))
    .sort();
  return {
    on: day,
    policies: [...Object.keys(POLICIES), ...readings].map((name) => policyAnswer(settings, name, day)),
  };
};

/** Who may enforce, who sits on the Board, which days are holidays by proclamation, since when a fine can be imposed. */
const getSettings = async (asked: dto.LawQuery, context: QueryContext) => {
  const settings = await settingsOf(context);
  const day = dayOf(asked, context);
  return {
    on: day,
    enforcers: settings.appointments.filter(({ from, through }) => from <= day && (through === null || day <= through)),
    appointments: settings.appointments,
    boardSeats: seatsOn(settings, day),
    boardWholeMembership: policyOn(settings, 'board-whole-membership', day),
    specialHolidays: specialHolidays(settings),
    civilFinePower: civilFinePowerFrom(settings),
  };
};

const getPenalties = async (_: dto.LawQuery, context: QueryContext) => ({
  tracks: Object.values(penalties.PENALTY_TRACKS),
  neverSummed: true,
  civilFineCapCents: penalties.CIVIL_FINE_CAP_CENTS,
  misdemeanorFineMaxCentsPerCount: penalties.MISDEMEANOR_FINE_MAX_CENTS_PER_COUNT,
  misdemeanorJailMaxDays: penalties.MISDEMEANOR_JAIL_MAX_DAYS,
  corporateMisdemeanorFineMaxCents: penalties.CORPORATE_MISDEMEANOR_FINE_MAX_CENTS,
  limitationPeriods: penalties.LIMITATION_PERIODS,
  localLaw22AdoptedOn: penalties.LOCAL_LAW_22_ADOPTED_ON,
  civilFinePower: civilFinePowerFrom(await settingsOf(context)),
});

/** The Town's proclaimed holidays as legal-time counts them. */
const holidaysFor = (settings: SettingsState): readonly SpecialHoliday[] =>
  specialHolidays(settings).map(({ day, name, proclaimedBy, reference }) => ({
    day,
    name,
    authority: `Gen. Constr. Law § 24; proclaimed by the ${proclaimedBy}, ${reference}`,
  }));

const answerDeadline = async (asked: dto.ComputeDeadlineQuery, context: QueryContext) => {
  const { addedCount, addedReason, addedAuthority, setByText, setByAuthority, knownAt: _, ...period } = asked;
  const added = [addedCount, addedReason, addedAuthority].some((part) => part !== undefined);
  const setBy = [setByText, setByAuthority].some((part) => part !== undefined);
  // Legal-time checks the whole request and names the field at fault, so that nothing is checked twice here.
  return computeDeadline({
    ...period,
    ...(period.rule === 'hours' ? { zone: context.zone } : {}),
    specials: holidaysFor(await settingsOf(context)),
    ...(added ? { added: { count: addedCount, reason: addedReason, authority: addedAuthority } } : {}),
    ...(setBy ? { setBy: { text: setByText, authority: setByAuthority } } : {}),
  } as DeadlineRequest);
};

/** Everything the law can be told and asked. */
export const lawOperations: readonly Operation[] = [
  setting({
    id: 'adoptPolicy',
    summary: 'Record a resolution that fills a silence of the Article',
    body: dto.AdoptPolicyDto,
    command: (body) => ({ type: 'AdoptPolicy', ...body }),
    authority: 'Town resolution',
  }),
  setting({
    id: 'withdrawPolicy',
    summary: 'Record a resolution that ends a policy',
    body: dto.WithdrawPolicyDto,
    command: (body) => ({ type: 'WithdrawPolicy', ...body }),
    authority: 'Town resolution',
  }),
  setting({
    id: 'appointEnforcer',
    summary: 'Record who is charged with enforcing Part 2',
    body: dto.AppointEnforcerDto,
    command: (body) => ({ type: 'AppointEnforcer', ...body }),
    authority: '§ 168-30D',
  }),
  setting({
    id: 'endEnforcerAppointment',
    summary: 'Record the last day of an appointment',
    body: dto.EndEnforcerAppointmentDto,
    command: (body) => ({ type: 'EndEnforcerAppointment', ...body }),
    authority: '§ 168-30D',
  }),
  setting({
    id: 'fillBoardSeat',
    summary: 'Record who takes a vacant seat of the Town Board',
    body: dto.FillBoardSeatDto,
    command: (body) => ({ type: 'FillBoardSeat', ...body }),
    authority: 'Gen. Constr. Law § 41',
  }),
  setting({
    id: 'vacateBoardSeat',
    summary: 'Record that a seat of the Town Board stands vacant',
    body: dto.VacateBoardSeatDto,
    command: (body) => ({ type: 'VacateBoardSeat', ...body }),
    authority: 'Gen. Constr. Law § 41',
  }),
  setting({
    id: 'recordLocalLaw22EffectiveDate',
    summary: 'Record when the civil fine of § 168-30D took effect',
    body: dto.RecordLocalLaw22EffectiveDateDto,
    command: (body) => ({ type: 'RecordLocalLaw22EffectiveDate', ...body }),
    authority: 'Municipal Home Rule Law § 27',
  }),
  setting({
    id: 'proclaimSpecialHoliday',
    summary: 'Record a day that the President or the Governor appointed',
    body: dto.ProclaimSpecialHolidayDto,
    command: (body) => ({ type: 'ProclaimSpecialHoliday', ...body }),
    authority: 'Gen. Constr. Law § 24',
  }),
  setting({
    id: 'amendRule',
    summary: 'Record what a local law changed in a rule',
    body: dto.AmendRuleDto,
    command: (body) => ({ type: 'AmendRule', ...body }),
    authority: 'Municipal Home Rule Law § 27',
  }),
  query({ id: 'getRule', summary: 'A rule in its version of a day', query: dto.GetRuleQuery, answer: getRule }),
  query({
    id: 'listRules',
    summary: 'The Article in its versions of a day',
    query: dto.ListRulesQuery,
    answer: listRules,
  }),
  query({
    id: 'getPolicy',
    summary: 'What a policy says on a day, and on whose word',
    query: dto.GetPolicyQuery,
    answer: getPolicy,
    etag: () => SETTINGS_STREAM,
  }),
  query({ id: 'listPolicies', summary: 'Every policy on a day', query: dto.LawQuery, answer: listPolicies }),
  query({
    id: 'getSettings',
    summary: 'Enforcers, Board seats, special holidays and the civil fine power on a day',
    query: dto.LawQuery,
    answer: getSettings,
    etag: () => SETTINGS_STREAM,
  }),
  query({
    id: 'getConflictRegister',
    summary: 'Where the Article contradicts itself or is silent, and what the product does meanwhile',
    query: dto.LawQuery,
    answer: () => ({ conflicts: Object.values(CONFLICT_REGISTER) }),
  }),
  query({
    id: 'getDefinitions',
    summary: 'Definitions that carry figures',
    query: dto.LawQuery,
    answer: () => ({ definitions: Object.values(DEFINITIONS) }),
  }),
  query({ id: 'getPenalties', summary: 'The four tracks of § 168-30', query: dto.LawQuery, answer: getPenalties }),
  query({
    id: 'computeDeadline',
    summary: 'A deadline with the steps that led to it, by the public holidays of New York and those proclaimed',
    query: dto.ComputeDeadlineQuery,
    answer: answerDeadline,
  }),
];
