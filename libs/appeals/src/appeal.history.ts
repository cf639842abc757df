import type { LocalDay, StreamFold } from '#kernel';
import { foldEvents } from '#kernel';

import type { AppealEvent } from './appeal.events.js';
import { appealCatalog } from './appeal.events.js';
import type { AppealState } from './appeal.state.js';
import { appealFold } from './appeal.state.js';

/** Local day of an act in the world; what a view as of an earlier day leaves out (offense-day rules 3, "As of"). */
export const actDayOf = ({ type, data }: AppealEvent): LocalDay => {
  switch (type) {
    case 'AppealFiled':
      return data.filedOn;
    case 'AppealRoutedToBoard':
      return data.routedOn;
    case 'AppealDeficiencyNoted':
      return data.notedOn;
    case 'AppealRecordCertified':
      return data.certifiedOn;
    case 'AppealRecordReopened':
      return data.reopenedOn;
    case 'HearingNoticed':
      return data.noticedOn;
    case 'PublicNoticeGiven':
      return data.givenOn;
    case 'HearingAdjourned':
      return data.adjournedOn;
    case 'HearingOpened':
      return data.openedOn;
    case 'AppealEvidenceReceived':
      return data.receivedOn;
    case 'HearingClosed':
      return data.closedOn;
    case 'BoardMemberRecused':
      return data.recusedOn;
    case 'AppealVoteFellShort':
      return data.votedOn;
    case 'AppealDecided':
      return data.decidedOn;
    case 'AppealWithdrawn':
      return data.withdrawnOn;
    case 'AppealDismissed':
      return data.dismissedOn;
    case 'StayGranted':
      return data.grantedOn;
    case 'StayLifted':
      return data.liftedOn;
    case 'DecisionServed':
      return data.servedOn;
    case 'Article78Filed':
      return data.filedOn;
    case 'Article78ReturnCertified':
      return data.certifiedOn;
    case 'Article78Decided':
      return data.decidedOn;
    case 'DecisionBecameFinal':
      return data.finalOn;
  }
};

/** The events of one appeal as they came, so that a view as of a day is made by the fold that decides. */
export const appealHistoryFold: StreamFold<readonly AppealEvent[], AppealEvent> = {
  name: 'appeal-history',
  catalog: appealCatalog,
  initialState: () => [],
  evolve: (events, event) => [...events, event],
};

/** The appeal as it stood when a local day ended; null = now. */
export const appealAsOf = (history: readonly AppealEvent[], asOf: LocalDay | null): AppealState =>
  foldEvents(
    appealFold,
    appealFold.initialState(),
    asOf === null ? history : history.filter((event) => actDayOf(event) <= asOf),
  );
