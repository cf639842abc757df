import type { Capacity, LocalDay } from '#kernel';
import {
  ChoiceField,
  FlagField,
  IdField,
  InstantField,
  IntegerField,
  LocalDayField,
  PartField,
  PastQuery,
  TextField,
  ValueField,
} from '#runtime/http';

import type { PolicyValue } from './policies.js';
import {
  LIMIT_COMPARISONS,
  NATURES,
  type LimitComparison,
  type LimitParameter,
  type LimitUnit,
  type Nature,
} from './rule.types.js';

const CAPACITIES: readonly Capacity[] = ['Town', 'Village', 'Commission'];
const PROCLAIMERS = ['President', 'Governor'] as const;
const SECTIONS = ['168-24', '168-25', '168-26', '168-27', '168-28', '168-29', '168-30', '168-31', '168-32'] as const;
const DEADLINE_RULES = ['days', 'businessDays', 'months', 'years', 'yearsAndDays', 'daysBefore', 'hours'] as const;

export class AdoptPolicyDto {
  @IdField({ description: 'Name from the table of policies, or rule-nature: and a rule id.' })
  policy!: string;

  @ValueField({ description: 'What the policy says; its type depends on the policy.' })
  value!: PolicyValue;

  @TextField({ max: 200 })
  resolutionNumber!: string;

  @LocalDayField()
  adoptedOn!: LocalDay;

  @LocalDayField({ description: 'First local day the policy speaks for; may lie in the past.' })
  effectiveFrom!: LocalDay;

  @TextField({ optional: true, max: 2000 })
  note?: string;
}

export class WithdrawPolicyDto {
  @IdField()
  policy!: string;

  @TextField({ max: 200 })
  resolutionNumber!: string;

  @LocalDayField({ description: 'From this day on the product default, or the silence, holds again.' })
  effectiveFrom!: LocalDay;
}

export class AppointEnforcerDto {
  @IdField({ description: 'Account of the person appointed.' })
  officerId!: string;

  @TextField({ max: 200 })
  office!: string;

  @ChoiceField(CAPACITIES, { authority: '§ 168-23; § 168-30D', description: 'The body that appoints.' })
  capacity!: Capacity;

  @TextField({ max: 200 })
  documentReference!: string;

  @LocalDayField()
  from!: LocalDay;

  @LocalDayField({ optional: true, description: 'Last day; left out for an open term.' })
  through?: LocalDay;
}

export class EndEnforcerAppointmentDto {
  @IdField()
  appointmentId!: string;

  @LocalDayField({ description: 'Last day of the appointment.' })
  through!: LocalDay;

  @TextField({ max: 200 })
  documentReference!: string;
}

export class FillBoardSeatDto {
  @IdField()
  seat!: string;

  @IdField({ description: 'Account of the member.' })
  memberId!: string;

  @LocalDayField()
  from!: LocalDay;

  @TextField({ max: 200 })
  reference!: string;
}

export class VacateBoardSeatDto {
  @IdField()
  seat!: string;

  @LocalDayField({ description: 'First day on which the seat stands vacant.' })
  from!: LocalDay;

  @TextField({ max: 200 })
  reference!: string;
}

export class RecordLocalLaw22EffectiveDateDto {
  @LocalDayField({ authority: 'Municipal Home Rule Law § 27' })
  effectiveOn!: LocalDay;

  @TextField({ max: 200, description: 'Filing with the Secretary of State.' })
  filingReference!: string;

  @FlagField({ optional: true, description: 'True for a date that corrects the one on file.' })
  correctsEarlier?: boolean;
}

export class ProclaimSpecialHolidayDto {
  @LocalDayField({ authority: 'Gen. Constr. Law § 24' })
  day!: LocalDay;

  @TextField({ max: 200 })
  name!: string;

  @ChoiceField(PROCLAIMERS, { authority: 'Gen. Constr. Law § 24' })
  proclaimedBy!: (typeof PROCLAIMERS)[number];

  @TextField({ max: 200 })
  reference!: string;
}

export class AmendedLimitDto {
  @TextField({ max: 100 })
  parameter!: LimitParameter;

  @TextField({ max: 40, description: 'Decimal figure, as text.' })
  value!: string;

  @TextField({ max: 40 })
  unit!: LimitUnit;

  @ChoiceField(LIMIT_COMPARISONS)
  comparison!: LimitComparison;
}

export class RuleChangesDto {
  @PartField(() => AmendedLimitDto, { optional: true, nullable: true, description: 'null repeals the limit.' })
  limit?: AmendedLimitDto | null;

  @ChoiceField(NATURES, { optional: true })
  nature?: Nature;

  @TextField({ optional: true })
  requirement?: string;
}

export class AmendRuleDto {
  @IdField()
  ruleId!: string;

  @PartField(() => RuleChangesDto)
  changes!: RuleChangesDto;

  @TextField({ max: 200 })
  localLaw!: string;

  @LocalDayField()
  effectiveFrom!: LocalDay;
}

/** A question about the law on a day: `on`, or the day asked about, or today. */
export class LawQuery extends PastQuery {
  @LocalDayField({ optional: true, description: 'The day whose law is asked for; default: today.' })
  on?: LocalDay;
}

export class GetRuleQuery extends LawQuery {
  @IdField()
  ruleId!: string;
}

export class ListRulesQuery extends LawQuery {
  @ChoiceField(SECTIONS, { optional: true })
  section?: string;
}

export class GetPolicyQuery extends LawQuery {
  @IdField()
  policy!: string;
}

/** Which fields a period needs depends on its rule; a missing one is refused by name. */
export class ComputeDeadlineQuery {
  @ChoiceField(DEADLINE_RULES)
  rule!: (typeof DEADLINE_RULES)[number];

  @LocalDayField({ optional: true, description: 'Day of the event that the period runs from.' })
  start?: LocalDay;

  @LocalDayField({ optional: true, description: 'daysBefore: the event that is counted back from.' })
  event?: LocalDay;

  @LocalDayField({ optional: true, description: 'daysBefore: the day the act was done.' })
  doneOn?: LocalDay;

  @InstantField({ optional: true, description: 'hours: the moment of receipt.' })
  receipt?: string;

  @IntegerField({ optional: true, description: 'Days, business days, months or years.' })
  count?: number;

  @IntegerField({ optional: true })
  hours?: number;

  @IntegerField({ optional: true, description: 'yearsAndDays.' })
  years?: number;

  @IntegerField({ optional: true, description: 'yearsAndDays.' })
  days?: number;

  @FlagField({
    optional: true,
    authority: 'Gen. Constr. Law § 25-a',
    description: 'Whether § 25-a applies; must be said.',
  })
  extend?: boolean;

  @IntegerField({ optional: true, description: 'Days added for a reason, such as five for mail.' })
  addedCount?: number;

  @TextField({ optional: true, max: 300 })
  addedReason?: string;

  @TextField({ optional: true, max: 300 })
  addedAuthority?: string;

  @TextField({ optional: true, max: 1000, description: 'The rule that sets the period.' })
  setByText?: string;

  @TextField({ optional: true, max: 300 })
  setByAuthority?: string;

  @InstantField({ optional: true, description: 'With the special holidays as known at this instant.' })
  knownAt?: string;
}
