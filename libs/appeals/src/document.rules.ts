/** How a body names the imposition, which in events is null: a list of ids has no null. */
export const IMPOSITION = 'imposition';

/** A document of a fine as a body names it. */
export const inBody = (statementId: string | null): string => statementId ?? IMPOSITION;

/** A document as events name it: null = the imposition. */
export const fromBody = (document: string): string | null => (document === IMPOSITION ? null : document);
