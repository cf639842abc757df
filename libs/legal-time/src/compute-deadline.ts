import { DomainError, type Instant, type LocalDay } from '#kernel';
import type { ExplainedDeadline, RuleText } from './explained.js';
import type { SpecialHoliday } from './holidays.js';
import { hoursPeriod, type HoursDeadline } from './hours-period.js';
import { parseLocalDay } from './local-day.js';
import { parseInstant } from './local-time.js';
import {
  businessDaysPeriod,
  daysBefore,
  daysPeriod,
  monthsPeriod,
  yearsAndDays,
  yearsPeriod,
  type AddedDays,
  type DaysBeforeDeadline,
} from './periods.js';

interface AnyRequest {
  readonly specials?: readonly SpecialHoliday[];
  /** The rule that sets the period itself, shown first among the rules. */
  readonly setBy?: RuleText;
}

interface RunsFrom extends AnyRequest {
  readonly start: LocalDay;
  readonly count: number;
}

/** A question about a deadline, as it comes over HTTP or from a case file. `extend` asks for § 25-a. */
export type DeadlineRequest =
  | (RunsFrom & { readonly rule: 'days'; readonly extend: boolean; readonly added?: AddedDays })
  | (RunsFrom & { readonly rule: 'businessDays' })
  | (RunsFrom & { readonly rule: 'months' | 'years'; readonly extend: boolean })
  | (AnyRequest & {
      readonly rule: 'yearsAndDays';
      readonly start: LocalDay;
      readonly years: number;
      readonly days: number;
      readonly extend: boolean;
    })
  | (AnyRequest & {
      readonly rule: 'daysBefore';
      readonly event: LocalDay;
      readonly count: number;
      readonly doneOn?: LocalDay;
    })
  | (AnyRequest & {
      readonly rule: 'hours';
      /** With an offset, or a wall time that is neither doubled nor skipped. */
      readonly receipt: Instant;
      readonly hours: number;
      readonly zone?: string;
    });

export type ComputedDeadline = ExplainedDeadline | DaysBeforeDeadline | HoursDeadline;

const RULES: readonly DeadlineRequest['rule'][] = [
  'days',
  'businessDays',
  'months',
  'years',
  'yearsAndDays',
  'daysBefore',
  'hours',
];

const badRequest = (field: string, message: string): DomainError =>
  new DomainError('LEGAL_TIME.BAD_REQUEST', message, { kind: 'invalid', field });

const asText = (value: unknown, field: string): string => {
  if (typeof value !== 'string' || value.trim() === '') throw badRequest(field, `"${field}" must be a text.`);
  return value;
};

const asObject = (value: unknown, field: string): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(field, `"${field}" must be an object.`);
  return value as Record<string, unknown>;
};

/**
 * Checks a list of special holidays that someone entered: each has a day, a name and the paper that appoints it.
 * @throws LEGAL_TIME.BAD_REQUEST, LEGAL_TIME.NOT_A_DAY, naming the field
 */
export const parseSpecialHolidays = (value: unknown, field = 'specials'): SpecialHoliday[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value))
    throw badRequest(field, `"${field}" must be a list of days, each with its name and authority.`);
  return value.map((entry: unknown, index) => {
    const at = `${field}[${index}]`;
    const { day, name, authority } = asObject(entry, at);
    return {
      day: parseLocalDay(day, `${at}.day`),
      name: asText(name, `${at}.name`),
      authority: asText(authority, `${at}.authority`),
    };
  });
};

const parseRule = (value: unknown): RuleText | undefined => {
  if (value === undefined || value === null) return undefined;
  const { text, authority } = asObject(value, 'setBy');
  return { text: asText(text, 'setBy.text'), authority: asText(authority, 'setBy.authority') };
};

const parseAdded = (value: unknown): AddedDays | undefined => {
  if (value === undefined || value === null) return undefined;
  const { count, reason, authority } = asObject(value, 'added');
  return {
    count: count as number,
    reason: asText(reason, 'added.reason'),
    authority: asText(authority, 'added.authority'),
  };
};

/**
 * Answers a question about a deadline that comes from outside: checks every field, picks the period, and returns its
 * explained answer, which survives JSON unchanged. Whether § 25-a applies must be said, never guessed.
 * @throws LEGAL_TIME.BAD_REQUEST, LEGAL_TIME.BAD_COUNT, LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.NOT_A_TIME,
 *   LEGAL_TIME.AMBIGUOUS_TIME, LEGAL_TIME.NONEXISTENT_TIME, LEGAL_TIME.UNKNOWN_ZONE, each naming the field
 */
export const computeDeadline = (request: DeadlineRequest): ComputedDeadline => {
  const asked = asObject(request, 'request') as { [Field in string]?: unknown };
  const rule = RULES.find((known) => known === asked['rule']);
  if (!rule) throw badRequest('rule', `"rule" must be one of ${RULES.join(', ')}.`);
  const common = { specials: parseSpecialHolidays(asked['specials']), setBy: parseRule(asked['setBy']) };
  // The periods check counts themselves; a missing one fails there, naming its field.
  const number = (field: string): number => asked[field] as number;
  const extend = (): boolean => {
    if (typeof asked['extend'] !== 'boolean')
      throw badRequest('extend', '"extend" must say whether Gen. Constr. Law § 25-a applies: true or false.');
    return asked['extend'];
  };
  const from = (): { start: LocalDay; count: number } => ({
    start: parseLocalDay(asked['start'], 'start'),
    count: number('count'),
  });
  switch (rule) {
    case 'days':
      return daysPeriod({ ...common, ...from(), extend: extend(), added: parseAdded(asked['added']) });
    case 'businessDays':
      return businessDaysPeriod({ ...common, ...from() });
    case 'months':
      return monthsPeriod({ ...common, ...from(), extend: extend() });
    case 'years':
      return yearsPeriod({ ...common, ...from(), extend: extend() });
    case 'yearsAndDays': {
      const { start } = from();
      return yearsAndDays({ ...common, start, years: number('years'), days: number('days'), extend: extend() });
    }
    case 'daysBefore': {
      const doneOn = asked['doneOn'];
      return daysBefore({
        ...common,
        event: parseLocalDay(asked['event'], 'event'),
        count: number('count'),
        ...(doneOn === undefined || doneOn === null ? {} : { doneOn: parseLocalDay(doneOn, 'doneOn') }),
      });
    }
    case 'hours': {
      const zone = asked['zone'] === undefined ? undefined : asText(asked['zone'], 'zone');
      const { instant } = parseInstant(asked['receipt'], 'receipt', zone);
      return hoursPeriod({ ...common, receipt: instant, hours: number('hours'), zone });
    }
  }
};
