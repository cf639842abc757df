import { DomainError, type ErrorDetails } from '#kernel';

/** Refuses with a code of this capability. */
export const refuse = (reason: string, message: string, details: ErrorDetails = {}): never => {
  throw new DomainError(`NOTICES.${reason}`, message, details);
};
