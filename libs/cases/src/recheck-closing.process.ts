import type { Event, ProcessManager, Recorded } from '#kernel';

/**
 * Events after which a closed case is looked at again: its own closing, since what that rested on can have moved between
 * the look and the act (offense-day rules 5, "Races"), findings that were on their way to it, and acts that can leave a
 * balance or a credit.
 */
const LOOKED_AT_AGAIN = [
  'CaseClosed',
  'FindingsReceived',
  'CivilFineAgreed',
  'FineNoticeServed',
  'FineDaysDropped',
  'CivilFineWithdrawn',
  'CivilFineAmended',
  'CivilFineWaived',
  'DecisionApplied',
  'DecisionLapsed',
] as const;

/** Whenever the ground of a closing can have moved, its guards are decided afresh. An open case takes no notice. */
export const recheckClosing: ProcessManager = {
  name: 'recheck-closing',
  listensTo: LOOKED_AT_AGAIN,
  react: (recorded: Recorded<Event<string, never>>) => {
    const { caseId, fineId } = (recorded.event as unknown as Event<string, { caseId: string; fineId?: string }>).data;
    return [{ operationId: 'recheckClosing', body: { caseId, ...(fineId === undefined ? {} : { fineId }) } }];
  },
};
