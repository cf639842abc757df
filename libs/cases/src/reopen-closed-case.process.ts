import type { Event, ProcessManager, Recorded } from '#kernel';
import type { AppealFiled, Article78Filed } from '#appeals/published';
import type { FineAppealed, PaymentReceived } from '#fines/published';
import type { OffenseEvent } from '#offenses/published';

type Of<Type extends OffenseEvent['type']> = Extract<OffenseEvent, { type: Type }>;
type Arrival =
  | AppealFiled
  | FineAppealed
  | Article78Filed
  | PaymentReceived
  | Of<'SightingRecorded' | 'SightingCorrected' | 'RunOpened' | 'ReattributedDaysReceived' | 'OffenseDaysReinstated'>;

/** What arrived: how it is named, and which finding or fine says in which case it arrives. */
const arrivalOf = (event: Arrival, { stream, metadata }: Recorded<Event<string, never>>) => {
  switch (event.type) {
    case 'AppealFiled':
      return { cause: 'appeal', subject: event.data.appealId, findingId: event.data.findingId };
    case 'FineAppealed':
      // The same appeal as the fine knows it: a closing in between rested on the fine, which did not know of it yet.
      return { cause: 'appeal', subject: event.data.appealId, fineId: event.data.fineId };
    case 'Article78Filed':
      return { cause: 'article78', subject: event.data.appealId, fineId: event.data.fineId };
    case 'PaymentReceived':
      return { cause: 'payment', subject: event.data.paymentId, fineId: event.data.fineId };
    case 'SightingRecorded': {
      // Where it joins a run of another finding, the day counts in that finding's case.
      const { sighting, countedInFinding } = event.data;
      return { cause: 'day', subject: sighting.sightingId, findingId: countedInFinding ?? sighting.findingId };
    }
    case 'SightingCorrected':
      return { cause: 'day', subject: event.data.sighting.sightingId, findingId: event.data.sighting.findingId };
    case 'RunOpened':
      // A stop that is struck out opens a run again without any sighting.
      return { cause: 'day', subject: event.data.runId, findingId: event.data.findingId };
    case 'ReattributedDaysReceived':
      return { cause: 'day', subject: event.data.reattributionId, findingId: event.data.findingId };
    case 'OffenseDaysReinstated': {
      const findingId = metadata.refs?.['finding'];
      return { cause: 'day', subject: stream, ...(findingId === undefined ? {} : { findingId }) };
    }
  }
};

/** Whenever an appeal, a day or a payment arrives in a closed case, the case is reopened. */
export const reopenClosedCase: ProcessManager = {
  name: 'reopen-closed-case',
  listensTo: [
    'AppealFiled',
    'FineAppealed',
    'Article78Filed',
    'PaymentReceived',
    'SightingRecorded',
    'SightingCorrected',
    'RunOpened',
    'ReattributedDaysReceived',
    'OffenseDaysReinstated',
  ],
  react: (recorded: Recorded<Event<string, never>>) => {
    const event = recorded.event as unknown as Arrival;
    // A run opened for the first time comes with the sighting that opens it.
    if (event.type === 'RunOpened' && !event.data.reopened) return [];
    const { caseId } = event.data;
    return [{ operationId: 'reopenIfClosed', body: { caseId, ...arrivalOf(event, recorded) } }];
  },
};
