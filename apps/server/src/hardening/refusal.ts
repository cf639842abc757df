/** A request that is turned away before anything of it is read; becomes a problem document (RFC 9457). */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly rule: string;
  /** The header at fault. */
  readonly field?: string;
}

/** The problem document of a refusal, as text. */
export const documentOf = ({ status, code, title, rule, field }: Refusal): string =>
  JSON.stringify({ type: `urn:outfall:problem:${code}`, title, status, code, ...(field ? { field } : {}), rule });

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
