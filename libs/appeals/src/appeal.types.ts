import type { Cents, LocalDay } from '#kernel';
import type { SettingsState } from '#law/published';

import type { DayRef } from './appeal.state.js';

/** A live, undropped day of the fine with its amount as it stands today. */
export interface LiveDay extends DayRef {
  readonly cents: Cents;
  /** The decision in force that settled it, of this appeal or an earlier one; null while none did. */
  readonly decisionId: string | null;
}

/** A document of the fine: the imposition (null) or a statement. */
export interface AppealableDocument {
  readonly statementId: string | null;
  /** Who imposed the fine or issued the statement. */
  readonly officerId: string;
  readonly issuedOn: LocalDay;
  readonly servedOn: LocalDay | null;
}

/** A fine as an appeal against it must know it. */
export interface FineUnderAppeal {
  readonly fineId: string;
  readonly partyId: string;
  readonly caseId: string;
  readonly findingId: string;
  readonly premisesId: string;
  readonly how: 'imposed' | 'agreed';
  readonly withdrawnOn: LocalDay | null;
  /** Something is owed, and nothing of it is open. */
  readonly paidInFull: boolean;
  readonly judgmentOn: LocalDay | null;
  /** The imposition first, then the statements in order. */
  readonly documents: readonly AppealableDocument[];
  readonly days: readonly LiveDay[];
  /** Appeals against this fine that have not ended. */
  readonly pending: readonly {
    readonly appealId: string;
    readonly number: string;
    readonly documents: readonly (string | null)[];
  }[];
  /** What other documents of the person leave under the cap on a day of this fine. */
  readonly capLeft: (day: LocalDay) => Cents;
}

/** What the runner folds for a decision; a part that the command does not need is null. */
export interface AppealFacts {
  readonly fine: FineUnderAppeal | null;
  readonly settings: SettingsState | null;
  /** Live findings of the case, by id. */
  readonly findings: ReadonlySet<string> | null;
}
