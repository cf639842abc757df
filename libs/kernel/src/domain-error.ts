/** What kind of "no" an error is. The HTTP layer alone knows which status number each becomes. */
export type ErrorKind =
  | 'invalid'
  | 'refused'
  | 'notFound'
  | 'conflict'
  | 'tooLarge'
  | 'tooMany'
  | 'unavailable'
  | 'unauthenticated'
  | 'forbidden';

export interface ErrorDetails {
  readonly kind?: ErrorKind;
  /** Name of the input field at fault, in dotted form (`days[2].cents`). */
  readonly field?: string;
  /** The rule that was broken, as a sentence a person can act on. */
  readonly rule?: string;
  /** Where the rule comes from: a section, a statute, a policy with its resolution number. */
  readonly authority?: string;
  /** Anything else the reader needs: the day, the cents left, the expected and actual revisions. */
  readonly [extra: string]: unknown;
}

const CODE = /^[A-Z][A-Z_]*\.[A-Z0-9_]+$/;

/** A refusal with a stable code `CAPABILITY.REASON`. Thrown by deciders, never by projections. */
export class DomainError extends Error {
  readonly isDomainError = true;
  readonly kind: ErrorKind;

  constructor(
    readonly code: string,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'DomainError';
    this.kind = details.kind ?? 'refused';
    if (!CODE.test(code)) throw new TypeError(`"${code}" is not of the form CAPABILITY.REASON`);
  }
}

/** True for any DomainError, also one made by another copy of this library. */
export const isDomainError = (error: unknown): error is DomainError =>
  typeof error === 'object' && error !== null && (error as { isDomainError?: unknown }).isDomainError === true;
