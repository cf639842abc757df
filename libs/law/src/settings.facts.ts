import { assertNever, DomainError, type Capacity, type LocalDay, type StreamFold } from '#kernel';
import { addDays } from '#legal-time';
import { ruleById, ruleOn } from './article.js';
import {
  policyDefinition,
  RULE_NATURE_PREFIX,
  type PolicyName,
  type PolicyValue,
  type PolicyValueOf,
} from './policies.js';
import type { Limit, Nature, Rule, RuleId } from './rule.types.js';
import { settingsCatalog, type AmendedLimit, type RuleChanges, type SettingsEvent } from './settings.events.js';

/** One adoption or withdrawal of a policy; `value` is undefined for a withdrawal. */
export interface PolicyEntry {
  readonly value: PolicyValue | undefined;
  readonly resolutionNumber: string;
  readonly effectiveFrom: LocalDay;
}

/** An enforcer's appointment on file. Both days belong to it; `through` null = open. */
export interface Appointment {
  readonly appointmentId: string;
  readonly officerId: string;
  readonly office: string;
  readonly capacity: Capacity;
  readonly documentReference: string;
  readonly from: LocalDay;
  readonly through: LocalDay | null;
}

/** A member's time in a seat. `vacantFrom` is the first day after it; null = open. */
export interface SeatTerm {
  readonly seat: string;
  readonly memberId: string;
  readonly from: LocalDay;
  readonly vacantFrom: LocalDay | null;
  readonly reference: string;
}

export interface SpecialHoliday {
  readonly day: LocalDay;
  readonly name: string;
  readonly proclaimedBy: 'President' | 'Governor';
  readonly reference: string;
  readonly authority: string;
}

export interface CivilFinePower {
  /** First local day on which § 168-30D gave the power. */
  readonly effectiveOn: LocalDay;
  readonly filingReference: string;
}

export interface RuleAmendment {
  readonly version: number;
  readonly changes: RuleChanges;
  readonly localLaw: string;
  readonly effectiveFrom: LocalDay;
}

/** The Town's settings: plain data, newest entry last in every list. */
export interface SettingsState {
  readonly policies: Readonly<Record<string, readonly PolicyEntry[]>>;
  readonly appointments: readonly Appointment[];
  readonly seatTerms: readonly SeatTerm[];
  readonly civilFinePower: CivilFinePower | null;
  readonly specialHolidays: readonly SpecialHoliday[];
  /** In the order of their effect; of the same day, in the order recorded. */
  readonly amendments: Readonly<Record<RuleId, readonly RuleAmendment[]>>;
}

export const initialSettings = (): SettingsState => ({
  policies: {},
  appointments: [],
  seatTerms: [],
  civilFinePower: null,
  specialHolidays: [],
  amendments: {},
});

/** Sorted by effect; of entries of one day the one recorded last stays last. */
const insertByEffect = <Entry extends { readonly effectiveFrom: LocalDay }>(
  entries: readonly Entry[],
  entry: Entry,
): readonly Entry[] => {
  const at = entries.findLastIndex((other) => other.effectiveFrom <= entry.effectiveFrom) + 1;
  return [...entries.slice(0, at), entry, ...entries.slice(at)];
};

const withPolicyEntry = (state: SettingsState, policy: string, entry: PolicyEntry): SettingsState => ({
  ...state,
  policies: { ...state.policies, [policy]: insertByEffect(state.policies[policy] ?? [], entry) },
});

/** The term of a seat that began last on or before a day; of the same day, the one recorded last. */
const latestTerm = (state: SettingsState, seat: string, day: LocalDay): SeatTerm | undefined =>
  state.seatTerms.reduce<SeatTerm | undefined>(
    (latest, term) =>
      term.seat === seat && term.from <= day && (latest === undefined || latest.from <= term.from) ? term : latest,
    undefined,
  );

/** Applies one settings event. Past dates are facts like any other and fall into their place. */
export const evolveSettings = (state: SettingsState, event: SettingsEvent): SettingsState => {
  switch (event.type) {
    case 'PolicyAdopted': {
      const { policy, value, resolutionNumber, effectiveFrom } = event.data;
      return withPolicyEntry(state, policy, { value, resolutionNumber, effectiveFrom });
    }
    case 'PolicyWithdrawn': {
      const { policy, resolutionNumber, effectiveFrom } = event.data;
      return withPolicyEntry(state, policy, { value: undefined, resolutionNumber, effectiveFrom });
    }
    case 'EnforcerAppointed':
      return { ...state, appointments: [...state.appointments, event.data] };
    case 'EnforcerAppointmentEnded': {
      const { appointmentId, through } = event.data;
      return {
        ...state,
        appointments: state.appointments.map((appointment) =>
          appointment.appointmentId === appointmentId ? { ...appointment, through } : appointment,
        ),
      };
    }
    case 'BoardSeatFilled': {
      const { seat, memberId, from, reference } = event.data;
      return { ...state, seatTerms: [...state.seatTerms, { seat, memberId, from, vacantFrom: null, reference }] };
    }
    case 'BoardSeatVacated': {
      const { seat, from } = event.data;
      const vacated = latestTerm(state, seat, from);
      return {
        ...state,
        seatTerms: state.seatTerms.map((term) => (term === vacated ? { ...term, vacantFrom: from } : term)),
      };
    }
    case 'LocalLaw22EffectiveDateRecorded': {
      const { effectiveOn, filingReference } = event.data;
      return { ...state, civilFinePower: { effectiveOn, filingReference } };
    }
    case 'SpecialHolidayProclaimed':
      return {
        ...state,
        specialHolidays: [
          ...state.specialHolidays,
          { ...event.data, authority: `${event.data.proclaimedBy}: ${event.data.reference}` },
        ],
      };
    case 'RuleAmended': {
      const { ruleId, version, changes, localLaw, effectiveFrom } = event.data;
      const entry = { version, changes, localLaw, effectiveFrom };
      return {
        ...state,
        amendments: { ...state.amendments, [ruleId]: insertByEffect(state.amendments[ruleId] ?? [], entry) },
      };
    }
    default:
      return assertNever(event);
  }
};

/** The fold of `settings-town`, for the settings themselves and for every decision that rests on them. */
export const settingsFold: StreamFold<SettingsState, SettingsEvent> = {
  name: 'settings',
  catalog: settingsCatalog,
  initialState: initialSettings,
  evolve: evolveSettings,
};

/** What a policy says on a local day, and on whose word. */
export interface PolicyReading<Value = PolicyValue | null> {
  /** Null = none written, and no default either. */
  readonly value: Value;
  readonly authority: string;
  readonly resolutionNumber: string | null;
  readonly effectiveFrom: LocalDay | null;
  readonly isProductDefault: boolean;
}

/**
 * The policy as it stands on a local day: the entry with the latest effect on or before it; the entry recorded last, of
 * those that share a day; the product default (or the silence) where there is none or it was withdrawn.
 * @throws LAW.UNKNOWN_POLICY
 */
export const policyOn = <Name extends PolicyName>(
  state: SettingsState,
  name: Name,
  day: LocalDay,
): PolicyReading<PolicyValueOf<Name>> => {
  const entry = state.policies[name]?.findLast((candidate) => candidate.effectiveFrom <= day);
  if (entry?.value !== undefined)
    return {
      value: entry.value as PolicyValueOf<Name>,
      authority: `Town resolution ${entry.resolutionNumber}, effective ${entry.effectiveFrom}`,
      resolutionNumber: entry.resolutionNumber,
      effectiveFrom: entry.effectiveFrom,
      isProductDefault: false,
    };
  const definition = policyDefinition(name);
  return {
    value: definition.productDefault as PolicyValueOf<Name>,
    authority: definition.authority,
    resolutionNumber: null,
    effectiveFrom: null,
    isProductDefault: true,
  };
};

/** Every appointment of an officer that is in force on a local day. */
export const appointmentsOn = (state: SettingsState, officerId: string, day: LocalDay): readonly Appointment[] =>
  state.appointments.filter(
    (appointment) =>
      appointment.officerId === officerId &&
      appointment.from <= day &&
      (appointment.through === null || day <= appointment.through),
  );

/**
 * The appointment under which an officer enforces on a local day, or null when none is on file: then no civil fine can
 * be recorded (domain.md 1.1). Where several overlap, the one that began last.
 */
export const appointmentOn = (state: SettingsState, officerId: string, day: LocalDay): Appointment | null =>
  appointmentsOn(state, officerId, day).reduce<Appointment | null>(
    (latest, appointment) => (latest === null || latest.from <= appointment.from ? appointment : latest),
    null,
  );

/**
 * From which local day § 168-30D gives the power to fine, or null while the filing of L.L. No. 22-2009 is not on file:
 * then no civil fine can be imposed for any day (domain.md 2.4).
 */
export const civilFinePowerFrom = (state: SettingsState): CivilFinePower | null => state.civilFinePower;

/** The days appointed by the President or the Governor, earliest first (Gen. Constr. Law § 24), as legal-time takes them. */
export const specialHolidays = (state: SettingsState): readonly SpecialHoliday[] =>
  state.specialHolidays.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));

/** Who sits where on a local day, by seat. A later member of a seat follows the earlier one, vacated or not. */
export const seatsOn = (state: SettingsState, day: LocalDay): readonly SeatTerm[] =>
  [...new Set(state.seatTerms.map((term) => term.seat))]
    .sort()
    .map((seat) => latestTerm(state, seat, day))
    .filter((term) => term !== undefined)
    .filter((term) => term.vacantFrom === null || day < term.vacantFrom);

/** Words of strictness for a limit that a local law rewrote; the local law itself is the text. */
const COMPARISON_WORDS = {
  above: 'in excess of',
  below: 'lower than',
  atOrAbove: 'or greater',
  atOrBelow: 'or lower',
} as const;

const amendedLimit = (limit: AmendedLimit, before: Limit | null, localLaw: string): Limit => ({
  ...limit,
  strict: limit.comparison === 'above' || limit.comparison === 'below',
  words: COMPARISON_WORDS[limit.comparison],
  role: before?.role ?? 'forbidden',
  conflictBand: null,
  note: `As rewritten by ${localLaw}.`,
});

const amended = (before: Rule, amendment: RuleAmendment): Rule => {
  const { changes, localLaw, effectiveFrom, version } = amendment;
  return {
    ...before,
    version,
    effectiveFrom,
    effectiveTo: null,
    effectiveNote: `Amended by ${localLaw}, effective ${effectiveFrom}.`,
    ...(changes.limit === undefined
      ? {}
      : { limit: changes.limit === null ? null : amendedLimit(changes.limit, before.limit, localLaw) }),
    ...(changes.nature === undefined ? {} : { nature: changes.nature, natureAuthority: localLaw }),
    ...(changes.requirement === undefined ? {} : { requirement: changes.requirement }),
  };
};

/**
 * Every version of a rule in the order of effect, the printed one first, each with its first and last local day. Local
 * laws that take effect on one day end in one version, which carries all of their changes and the last one's number.
 * @throws LAW.UNKNOWN_RULE
 */
export const ruleVersions = (state: SettingsState, ruleId: RuleId): readonly Rule[] => {
  const versions: Rule[] = [ruleById(ruleId)];
  for (const amendment of state.amendments[ruleId] ?? []) {
    const before = versions.at(-1)!;
    const after = amended(before, amendment);
    if (before.effectiveFrom === amendment.effectiveFrom) versions.pop();
    else versions[versions.length - 1] = { ...before, effectiveTo: addDays(amendment.effectiveFrom, -1) };
    versions.push(after);
  }
  return versions;
};

/**
 * The version of a rule in force on a local day, local amendments included (hard case 68).
 * @throws LAW.UNKNOWN_RULE
 */
export const ruleInForce = (state: SettingsState, ruleId: RuleId, day: LocalDay): Rule =>
  state.amendments[ruleId] === undefined ? ruleById(ruleId) : ruleOn(ruleId, day, ruleVersions(state, ruleId));

/** The nature of a rule on a day, and on whose word. */
export interface NatureReading {
  readonly nature: Nature;
  readonly authority: string;
  readonly ruleVersion: number;
  /** The resolution behind a reading of counsel; null where the rule speaks for itself. */
  readonly resolutionNumber: string | null;
}

/**
 * The nature of a rule on a local day. A reading of counsel adopted as policy (`rule-nature:<ruleId>`) and in force that
 * day beats the nature of the rule's version (domain.md 1.6 G10). A policy recorded later is for the caller to review.
 * @throws LAW.UNKNOWN_RULE, LAW.RULE_CREATES_NO_OFFENSE
 */
export const natureOn = (state: SettingsState, ruleId: RuleId, day: LocalDay): NatureReading => {
  const rule = ruleInForce(state, ruleId, day);
  if (rule.nature === null)
    throw new DomainError('LAW.RULE_CREATES_NO_OFFENSE', `${ruleId} creates no offense: no day can be held under it.`, {
      field: 'ruleId',
      rule: 'Offense days belong to rules that require or forbid something.',
      ruleId,
    });
  const reading = policyOn(state, `${RULE_NATURE_PREFIX}${ruleId}`, day);
  return reading.value === null
    ? { nature: rule.nature, authority: rule.natureAuthority, ruleVersion: rule.version, resolutionNumber: null }
    : {
        nature: reading.value,
        authority: reading.authority,
        ruleVersion: rule.version,
        resolutionNumber: reading.resolutionNumber,
      };
};
