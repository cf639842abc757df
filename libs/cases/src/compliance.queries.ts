import type { LocalDay } from '#kernel';

import type { CaseState } from './case.state.js';
import { REMOVES_NO_DAY } from './compliance.rules.js';
import { agreementAsOf, dueOnOf, type ComplianceDate, type Extension } from './compliance.state.js';

const onlyBy = <Act>(act: Act | null, on: (act: Act) => LocalDay, day: LocalDay): Act | null =>
  act !== null && on(act) <= day ? act : null;

const extensionAsOf = (extension: Extension, day: LocalDay) => {
  const granted = onlyBy(extension.granted, ({ grantedOn }) => grantedOn, day);
  const denied = onlyBy(extension.denied, ({ deniedOn }) => deniedOn, day);
  const requested = extension.requestedOn !== null && extension.requestedOn <= day;
  if (!requested && granted === null) return [];
  return [{ ...extension, granted, denied, status: granted ? 'granted' : denied ? 'denied' : 'requested' }];
};

/** A compliance date as it stood at the end of a local day, with the words of each extension by then (faults.md F05). */
const dateAsOf = (date: ComplianceDate, day: LocalDay) => {
  const canceled = onlyBy(date.canceled, ({ canceledOn }) => canceledOn, day);
  const dueOn = dueOnOf(date, day);
  return {
    ...date,
    dueOn,
    status: canceled ? 'canceled' : dueOn < day ? 'passed' : 'pending',
    extensions: date.extensions.flatMap((extension) => extensionAsOf(extension, day)),
    canceled,
    note: REMOVES_NO_DAY,
  };
};

/** Compliance dates and consent agreements of a case at the end of a local day. */
export const complianceAsOf = (state: CaseState, day: LocalDay) => ({
  complianceDates: state.complianceDates.filter(({ setOn }) => setOn <= day).map((date) => dateAsOf(date, day)),
  agreements: state.agreements.flatMap((agreement) => agreementAsOf(agreement, day) ?? []),
});

/** The date that holds for a finding at the end of a local day: the last one not canceled; null where there is none. */
export const complianceOfFinding = (states: readonly CaseState[], findingId: string, day: LocalDay) => {
  const dates = states
    .flatMap((state) => complianceAsOf(state, day).complianceDates)
    .filter((date) => date.findingId === findingId);
  const date = dates.findLast(({ status }) => status !== 'canceled') ?? dates.at(-1);
  if (!date) return null;
  const { complianceId, dueOn, setDueOn, status, note } = date;
  return { complianceId, dueOn, setDueOn, status, note };
};
