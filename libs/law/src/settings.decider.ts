import { assertNever, DomainError, type Capacity, type Decider, type LocalDay } from '#kernel';
import { parseLocalDay } from '#legal-time';
import { ruleById } from './article.js';
import { LOCAL_LAW_22_ADOPTED_ON } from './penalties.js';
import { checkPolicyValue, policyDefinition, ruleOfPolicy } from './policies.js';
import { LIMIT_COMPARISONS, NATURES } from './rule.types.js';
import type {
  AdoptPolicy,
  AmendRule,
  AppointEnforcer,
  EndEnforcerAppointment,
  FillBoardSeat,
  ProclaimSpecialHoliday,
  RecordLocalLaw22EffectiveDate,
  SettingsCommand,
  VacateBoardSeat,
  WithdrawPolicy,
} from './settings.commands.js';
import type { AmendedLimit, RuleChanges, SettingsEvent } from './settings.events.js';
import { evolveSettings, initialSettings, ruleVersions, seatsOn, type SettingsState } from './settings.facts.js';

const CAPACITIES: readonly Capacity[] = ['Town', 'Village', 'Commission'];
const DECIMAL = /^-?\d+(\.\d+)?$/;

const invalid = (code: string, message: string, field: string, rule: string, extra: object = {}): DomainError =>
  new DomainError(code, message, { kind: 'invalid', field, rule, ...extra });

/** A resolution number, a filing, a document: no setting stands without one. */
const reference = (text: string, field: string): string => {
  if (typeof text !== 'string' || text.trim() === '')
    throw invalid(
      'LAW.BLANK_REFERENCE',
      'The resolution or document behind this act is missing.',
      field,
      'Every setting names the resolution, filing or document it comes from.',
    );
  return text.trim();
};

/** A name or an opaque id. */
const named = (text: string, field: string): string => {
  if (typeof text !== 'string' || text.trim() === '')
    throw invalid('LAW.BLANK_NAME', `${field} is missing.`, field, 'A name or an id is given.');
  return text.trim();
};

/** A rule on which findings can rest. @throws LAW.UNKNOWN_RULE, LAW.RULE_CREATES_NO_OFFENSE */
const offenseRule = (ruleId: string, field: string): void => {
  if (!ruleById(ruleId).createsOffense)
    throw invalid(
      'LAW.RULE_CREATES_NO_OFFENSE',
      `${ruleId} creates no offense and has no nature.`,
      field,
      'A nature belongs to rules that require or forbid something.',
      { ruleId },
    );
};

const adoptPolicy = (command: AdoptPolicy, today: LocalDay): SettingsEvent[] => {
  const value = checkPolicyValue(command.policy, command.value);
  const ruleId = ruleOfPolicy(command.policy);
  if (ruleId !== null) offenseRule(ruleId, 'policy');
  const adoptedOn = parseLocalDay(command.adoptedOn, 'adoptedOn');
  if (adoptedOn > today)
    throw invalid(
      'LAW.NOT_YET_ADOPTED',
      `A resolution of ${adoptedOn} is not adopted yet.`,
      'adoptedOn',
      'A policy is recorded once its resolution is adopted; it may take effect earlier or later.',
    );
  return [
    {
      type: 'PolicyAdopted',
      data: {
        policy: command.policy,
        value,
        resolutionNumber: reference(command.resolutionNumber, 'resolutionNumber'),
        adoptedOn,
        effectiveFrom: parseLocalDay(command.effectiveFrom, 'effectiveFrom'),
        note: command.note ?? null,
      },
    },
  ];
};

const withdrawPolicy = (command: WithdrawPolicy, state: SettingsState): SettingsEvent[] => {
  policyDefinition(command.policy);
  const effectiveFrom = parseLocalDay(command.effectiveFrom, 'effectiveFrom');
  const standing = state.policies[command.policy]?.findLast((entry) => entry.effectiveFrom <= effectiveFrom);
  if (standing?.value === undefined)
    throw new DomainError('LAW.POLICY_NOT_IN_FORCE', `No resolution about "${command.policy}" is in force then.`, {
      field: 'effectiveFrom',
      rule: 'Only a policy in force on that day can be withdrawn.',
      policy: command.policy,
      effectiveFrom,
    });
  return [
    {
      type: 'PolicyWithdrawn',
      data: {
        policy: command.policy,
        resolutionNumber: reference(command.resolutionNumber, 'resolutionNumber'),
        effectiveFrom,
      },
    },
  ];
};

const endsBeforeItBegins = (field: string): DomainError =>
  invalid(
    'LAW.ENDS_BEFORE_IT_BEGINS',
    'The end lies before the beginning.',
    field,
    'A period ends on or after its first day.',
  );

const appointEnforcer = (command: AppointEnforcer, newId: (name: string) => string): SettingsEvent[] => {
  if (!CAPACITIES.includes(command.capacity))
    throw invalid(
      'LAW.UNKNOWN_CAPACITY',
      `"${String(command.capacity)}" is not an appointing body.`,
      'capacity',
      'The appointing body is Town, Village or Commission (domain brief 1.1).',
    );
  const from = parseLocalDay(command.from, 'from');
  const through = command.through == null ? null : parseLocalDay(command.through, 'through');
  if (through !== null && through < from) throw endsBeforeItBegins('through');
  return [
    {
      type: 'EnforcerAppointed',
      data: {
        appointmentId: newId('appointment'),
        officerId: named(command.officerId, 'officerId'),
        office: named(command.office, 'office'),
        capacity: command.capacity,
        documentReference: reference(command.documentReference, 'documentReference'),
        from,
        through,
      },
    },
  ];
};

const endAppointment = (command: EndEnforcerAppointment, state: SettingsState): SettingsEvent[] => {
  const appointment = state.appointments.find((candidate) => candidate.appointmentId === command.appointmentId);
  if (!appointment)
    throw new DomainError('LAW.UNKNOWN_APPOINTMENT', 'No such appointment is on file.', {
      kind: 'notFound',
      field: 'appointmentId',
    });
  const through = parseLocalDay(command.through, 'through');
  if (through < appointment.from) throw endsBeforeItBegins('through');
  if (appointment.through !== null && appointment.through <= through)
    throw new DomainError('LAW.APPOINTMENT_ALREADY_ENDED', `The appointment ends on ${appointment.through}.`, {
      field: 'through',
      rule: 'An end can be moved to an earlier day; a longer term is a new appointment.',
      through: appointment.through,
    });
  return [
    {
      type: 'EnforcerAppointmentEnded',
      data: {
        appointmentId: appointment.appointmentId,
        through,
        documentReference: reference(command.documentReference, 'documentReference'),
      },
    },
  ];
};

const fillSeat = (command: FillBoardSeat, state: SettingsState): SettingsEvent[] => {
  const seat = named(command.seat, 'seat');
  const memberId = named(command.memberId, 'memberId');
  const from = parseLocalDay(command.from, 'from');
  const seated = seatsOn(state, from);
  if (seated.some((term) => term.seat === seat))
    throw new DomainError('LAW.SEAT_NOT_VACANT', `Seat "${seat}" is filled on ${from}.`, {
      field: 'seat',
      rule: 'A seat is filled when it stands vacant.',
      seat,
      from,
    });
  if (seated.some((term) => term.memberId === memberId))
    throw new DomainError('LAW.MEMBER_ALREADY_SEATED', `That member holds another seat on ${from}.`, {
      field: 'memberId',
      rule: 'A member holds one seat and has one vote.',
      from,
    });
  return [
    { type: 'BoardSeatFilled', data: { seat, memberId, from, reference: reference(command.reference, 'reference') } },
  ];
};

const vacateSeat = (command: VacateBoardSeat, state: SettingsState): SettingsEvent[] => {
  const seat = named(command.seat, 'seat');
  const from = parseLocalDay(command.from, 'from');
  const term = seatsOn(state, from).find((candidate) => candidate.seat === seat);
  if (!term)
    throw new DomainError('LAW.SEAT_VACANT', `Seat "${seat}" is not filled on ${from}.`, {
      field: 'seat',
      rule: 'Only a filled seat can be vacated.',
      seat,
      from,
    });
  return [
    {
      type: 'BoardSeatVacated',
      data: { seat, memberId: term.memberId, from, reference: reference(command.reference, 'reference') },
    },
  ];
};

const recordLocalLaw22 = (command: RecordLocalLaw22EffectiveDate, state: SettingsState): SettingsEvent[] => {
  const effectiveOn = parseLocalDay(command.effectiveOn, 'effectiveOn');
  const correctsEarlier = command.correctsEarlier ?? false;
  if (effectiveOn < LOCAL_LAW_22_ADOPTED_ON)
    throw new DomainError('LAW.BEFORE_ADOPTION', `L.L. No. 22-2009 was adopted on ${LOCAL_LAW_22_ADOPTED_ON}.`, {
      kind: 'invalid',
      field: 'effectiveOn',
      rule: 'A local law takes effect on its filing or later, never before its adoption.',
      authority: '§ 168-30D history note; Municipal Home Rule Law § 27',
      adoptedOn: LOCAL_LAW_22_ADOPTED_ON,
    });
  if (state.civilFinePower !== null && !correctsEarlier)
    throw new DomainError('LAW.EFFECTIVE_DATE_ON_FILE', `${state.civilFinePower.effectiveOn} is already on file.`, {
      field: 'correctsEarlier',
      rule: 'Another date must say that it corrects the one on file.',
      effectiveOn: state.civilFinePower.effectiveOn,
    });
  if (state.civilFinePower === null && correctsEarlier)
    throw new DomainError('LAW.NOTHING_TO_CORRECT', 'No effective date of L.L. No. 22-2009 is on file.', {
      field: 'correctsEarlier',
      rule: 'Only a date on file can be corrected.',
    });
  return [
    {
      type: 'LocalLaw22EffectiveDateRecorded',
      data: { effectiveOn, filingReference: reference(command.filingReference, 'filingReference'), correctsEarlier },
    },
  ];
};

const proclaimHoliday = (command: ProclaimSpecialHoliday, state: SettingsState): SettingsEvent[] => {
  const day = parseLocalDay(command.day, 'day');
  const { proclaimedBy } = command;
  if (proclaimedBy !== 'President' && proclaimedBy !== 'Governor')
    throw new DomainError('LAW.CANNOT_PROCLAIM', `"${String(proclaimedBy)}" appoints no public holidays.`, {
      kind: 'invalid',
      field: 'proclaimedBy',
      rule: 'Days are appointed by the President or the Governor; a closed Town Hall extends no period.',
      authority: 'Gen. Constr. Law § 24',
    });
  if (state.specialHolidays.some((holiday) => holiday.day === day))
    throw new DomainError('LAW.HOLIDAY_ON_FILE', `${day} is already on file.`, { field: 'day', day });
  return [
    {
      type: 'SpecialHolidayProclaimed',
      data: {
        day,
        name: named(command.name, 'name'),
        proclaimedBy,
        reference: reference(command.reference, 'reference'),
      },
    },
  ];
};

/** Parameter and unit of a rule's limit are the rule's own: a local law that measures something else is a new rule. */
const checkAmendedLimit = (limit: AmendedLimit, ruleId: string): AmendedLimit => {
  const printed = ruleById(ruleId).limit;
  const refuse = (field: string, rule: string): DomainError =>
    invalid('LAW.WRONG_LIMIT', `The amended limit of ${ruleId} does not fit.`, `changes.limit.${field}`, rule, {
      ruleId,
    });
  if (printed === null || limit.parameter !== printed.parameter)
    throw refuse('parameter', printed ? `The rule limits ${printed.parameter}.` : 'The rule has no limit of its own.');
  if (limit.unit !== printed.unit) throw refuse('unit', `The rule's limit is in ${printed.unit}.`);
  if (!LIMIT_COMPARISONS.includes(limit.comparison))
    throw refuse('comparison', `The comparison is one of ${LIMIT_COMPARISONS.join(', ')}.`);
  if (typeof limit.value !== 'string' || !DECIMAL.test(limit.value))
    throw refuse('value', 'The value is a decimal string.');
  return { parameter: limit.parameter, value: limit.value, unit: limit.unit, comparison: limit.comparison };
};

const amendRule = (command: AmendRule, state: SettingsState): SettingsEvent[] => {
  const { ruleId } = command;
  const versions = ruleVersions(state, ruleId);
  const { limit, nature, requirement } = command.changes ?? {};
  if (limit === undefined && nature === undefined && requirement === undefined)
    throw invalid(
      'LAW.NOTHING_AMENDED',
      'The amendment changes nothing.',
      'changes',
      'It changes limit, nature or requirement.',
    );
  if (nature !== undefined) {
    if (!NATURES.includes(nature))
      throw invalid(
        'LAW.UNKNOWN_NATURE',
        `"${String(nature)}" is no nature.`,
        'changes.nature',
        `One of ${NATURES.join(', ')}.`,
      );
    offenseRule(ruleId, 'changes.nature');
  }
  const changes: RuleChanges = {
    ...(limit === undefined ? {} : { limit: limit === null ? null : checkAmendedLimit(limit, ruleId) }),
    ...(nature === undefined ? {} : { nature }),
    ...(requirement === undefined ? {} : { requirement: named(requirement, 'changes.requirement') }),
  };
  const recorded = state.amendments[ruleId]?.length ?? 0;
  return [
    {
      type: 'RuleAmended',
      data: {
        ruleId,
        // Numbers follow the order of recording, so that a version keeps its number when an earlier law is found later.
        version: versions[0]!.version + recorded + 1,
        changes,
        localLaw: reference(command.localLaw, 'localLaw'),
        effectiveFrom: parseLocalDay(command.effectiveFrom, 'effectiveFrom'),
      },
    },
  ];
};

/**
 * The Town's own settings on `settings-town`. Every act names its resolution, filing or document; effective days may lie
 * in the past, since they are facts found late. Refusals carry LAW.* codes, bad days LEGAL_TIME.NOT_A_DAY.
 */
export const settingsDecider: Decider<SettingsState, SettingsCommand, SettingsEvent> = {
  initialState: initialSettings,
  evolve: evolveSettings,
  decide: (command, state, _facts, context) => {
    switch (command.type) {
      case 'AdoptPolicy':
        return adoptPolicy(command, context.today);
      case 'WithdrawPolicy':
        return withdrawPolicy(command, state);
      case 'AppointEnforcer':
        return appointEnforcer(command, context.newId);
      case 'EndEnforcerAppointment':
        return endAppointment(command, state);
      case 'FillBoardSeat':
        return fillSeat(command, state);
      case 'VacateBoardSeat':
        return vacateSeat(command, state);
      case 'RecordLocalLaw22EffectiveDate':
        return recordLocalLaw22(command, state);
      case 'ProclaimSpecialHoliday':
        return proclaimHoliday(command, state);
      case 'AmendRule':
        return amendRule(command, state);
      default:
        return assertNever(command);
    }
  },
};
