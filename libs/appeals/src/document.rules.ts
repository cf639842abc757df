import type { Instant } from '#kernel';

/** How a body names the imposition, which in events is null: a list of ids has no null. */
export const IMPOSITION = 'imposition';

/** A document of a fine as a body names it. */
export const inBody = (statementId: string | null): string => statementId ?? IMPOSITION;

/** A document as events name it: null = the imposition. */
export const fromBody = (document: string): string | null => (document === IMPOSITION ? null : document);

/** The document that tells the appellant of a hearing. */
export const hearingDocument = (hearingId: string): string => hearingId;

/** The document that tells of the time to which it was adjourned: a hearing is adjourned to each time once at most. */
export const adjournmentDocument = (hearingId: string, toAt: Instant): string => `${hearingId}.adjourned-to-${toAt}`;
