export {
  computeDeadline,
  parseSpecialHolidays,
  type ComputedDeadline,
  type DeadlineRequest,
} from './compute-deadline.js';
export * from './deadline-status.js';
export type {
  ArguableReading,
  DayPeriodKind,
  ExcludedDay,
  ExplainedDeadline,
  ExplainedPeriod,
  ExplainedStep,
  RuleText,
} from './explained.js';
export * from './holidays.js';
export { hoursPeriod, type HoursDeadline, type HoursInput } from './hours-period.js';
export * from './limitations.js';
export {
  addDays,
  compareDays,
  daysBetween,
  eachDay,
  fromDayNumber,
  inclusiveDays,
  isLocalDay,
  parseLocalDay,
  splitDays,
  toDayNumber,
  weekday,
  type DaySpan,
} from './local-day.js';
export {
  DEFAULT_ZONE,
  endOfDay,
  formatDay,
  formatEastern,
  localDayOf,
  parseInstant,
  refuseFuture,
  startOfDay,
  type ParsedInstant,
} from './local-time.js';
export {
  businessDaysPeriod,
  daysBefore,
  daysPeriod,
  monthsPeriod,
  yearsAndDays,
  yearsPeriod,
  type AddedDays,
  type DaysBeforeDeadline,
  type DaysBeforeInput,
  type PeriodInput,
  type YearsAndDaysInput,
} from './periods.js';
