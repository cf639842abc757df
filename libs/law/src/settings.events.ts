import type { Capacity, Event, EventCatalog, LocalDay } from '#kernel';
import type { PolicyValue } from './policies.js';
import type { LimitComparison, LimitParameter, LimitUnit, Nature, RuleId } from './rule.types.js';

/** The one stream of the Town's own settings. */
export const SETTINGS_STREAM = 'settings-town';

/** A resolution filled a silence of the Article. `effectiveFrom` is the first local day it speaks for. */
export type PolicyAdopted = Event<
  'PolicyAdopted',
  {
    readonly policy: string;
    readonly value: PolicyValue;
    readonly resolutionNumber: string;
    readonly adoptedOn: LocalDay;
    readonly effectiveFrom: LocalDay;
    readonly note: string | null;
  }
>;

/** From `effectiveFrom` on, the product default (or the silence) holds again. */
export type PolicyWithdrawn = Event<
  'PolicyWithdrawn',
  { readonly policy: string; readonly resolutionNumber: string; readonly effectiveFrom: LocalDay }
>;

/** A document names the person who enforces Part 2 (§ 168-30D names nobody; domain.md 1.1). */
export type EnforcerAppointed = Event<
  'EnforcerAppointed',
  {
    readonly appointmentId: string;
    readonly officerId: string;
    readonly office: string;
    /** The body that appointed. */
    readonly capacity: Capacity;
    readonly documentReference: string;
    readonly from: LocalDay;
    /** Last local day of the appointment; null = open. */
    readonly through: LocalDay | null;
  }
>;

export type EnforcerAppointmentEnded = Event<
  'EnforcerAppointmentEnded',
  { readonly appointmentId: string; readonly through: LocalDay; readonly documentReference: string }
>;

export type BoardSeatFilled = Event<
  'BoardSeatFilled',
  { readonly seat: string; readonly memberId: string; readonly from: LocalDay; readonly reference: string }
>;

/** `from` is the first local day on which the seat stands vacant. */
export type BoardSeatVacated = Event<
  'BoardSeatVacated',
  { readonly seat: string; readonly memberId: string; readonly from: LocalDay; readonly reference: string }
>;

/** When L.L. No. 22-2009, which added § 168-30D, took effect (Municipal Home Rule Law § 27). */
export type LocalLaw22EffectiveDateRecorded = Event<
  'LocalLaw22EffectiveDateRecorded',
  { readonly effectiveOn: LocalDay; readonly filingReference: string; readonly correctsEarlier: boolean }
>;

/** A day the President or the Governor appointed (Gen. Constr. Law § 24). */
export type SpecialHolidayProclaimed = Event<
  'SpecialHolidayProclaimed',
  {
    readonly day: LocalDay;
    readonly name: string;
    readonly proclaimedBy: 'President' | 'Governor';
    readonly reference: string;
  }
>;

/** A limit as a local law rewrites it. */
export interface AmendedLimit {
  readonly parameter: LimitParameter;
  /** Decimal string. */
  readonly value: string;
  readonly unit: LimitUnit;
  readonly comparison: LimitComparison;
}

/** What a local law changes in a rule; a part left out stays as it was. `limit: null` repeals the limit. */
export interface RuleChanges {
  readonly limit?: AmendedLimit | null;
  readonly nature?: Nature;
  readonly requirement?: string;
}

/** A local law changed a rule from `effectiveFrom` on; earlier days keep the earlier version (hard case 68). */
export type RuleAmended = Event<
  'RuleAmended',
  {
    readonly ruleId: RuleId;
    readonly version: number;
    readonly changes: RuleChanges;
    readonly localLaw: string;
    readonly effectiveFrom: LocalDay;
  }
>;

export type SettingsEvent =
  | PolicyAdopted
  | PolicyWithdrawn
  | EnforcerAppointed
  | EnforcerAppointmentEnded
  | BoardSeatFilled
  | BoardSeatVacated
  | LocalLaw22EffectiveDateRecorded
  | SpecialHolidayProclaimed
  | RuleAmended;

/** Nothing here is sealed: resolutions are public and persons appear as opaque ids. */
export const settingsCatalog = {
  PolicyAdopted: { version: 1 },
  PolicyWithdrawn: { version: 1 },
  EnforcerAppointed: { version: 1 },
  EnforcerAppointmentEnded: { version: 1 },
  BoardSeatFilled: { version: 1 },
  BoardSeatVacated: { version: 1 },
  LocalLaw22EffectiveDateRecorded: { version: 1 },
  SpecialHolidayProclaimed: { version: 1 },
  RuleAmended: { version: 1 },
} as const satisfies EventCatalog<SettingsEvent>;
