import { DomainError } from '#kernel';

/** A round trip that is not there: never begun in this browser, finished already, or too old. */
export const notBegun = (): DomainError =>
  new DomainError('SIGN_IN.OPENID_NOT_BEGUN', 'This single sign-on was not begun here, or is over already.', {
    kind: 'unauthenticated',
    rule: 'It is begun here, in the same browser, and finished once, within ten minutes. Begin again.',
  });

/** An answer that does not hold. What of it was wrong is not told: whoever forges one learns nothing. */
export const notAccepted = (): DomainError =>
  new DomainError('SIGN_IN.OPENID_NOT_ACCEPTED', 'The single sign-on was not accepted.', {
    kind: 'unauthenticated',
    rule: "The provider's answer has our state and nonce, its own signature, issuer and audience, and is in time.",
  });

/** The provider itself said no: the person declined, or may not use this application there. */
export const deniedThere = (): DomainError =>
  new DomainError('SIGN_IN.OPENID_DENIED', 'The single sign-on did not let you through.', {
    kind: 'forbidden',
    rule: 'Agree to the sign-in at the provider; whether you may use this application is decided there.',
  });

export const noRole = (): DomainError =>
  new DomainError('SIGN_IN.NO_ROLE', 'Your groups give you no role here.', {
    kind: 'forbidden',
    rule: 'A group of the single sign-on stands for a role; without such a group nobody comes in.',
  });

const unavailable = (): DomainError =>
  new DomainError('SIGN_IN.OPENID_UNAVAILABLE', 'The single sign-on does not answer just now.', {
    kind: 'unavailable',
    rule: 'Try again, or sign in with a password or a passkey.',
  });

const misconfigured = (rule: string): DomainError =>
  new DomainError('SIGN_IN.OPENID_MISCONFIGURED', 'The single sign-on is not set up rightly.', {
    kind: 'unavailable',
    rule,
  });

interface Fault {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly name?: unknown;
  readonly status?: unknown;
  readonly error?: unknown;
  readonly cause?: unknown;
}

/** A fault and what it was caused by, from the outside in; the libraries wrap one another's a few times. */
const chainOf = (error: unknown): readonly Fault[] => {
  const chain: Fault[] = [];
  let fault = error;
  while (typeof fault === 'object' && fault !== null && chain.length < 6) {
    chain.push(fault);
    fault = (fault as Fault).cause;
  }
  return chain;
};

/** The way to the provider broke, or it is in trouble itself; both may pass, what it says does not. */
const isAway = ({ code, message, name, status, error }: Fault): boolean =>
  code === 'OAUTH_TIMEOUT' ||
  name === 'TimeoutError' ||
  message === 'fetch failed' ||
  message === 'terminated' ||
  (typeof status === 'number' && (status >= 500 || status === 429)) ||
  error === 'temporarily_unavailable' ||
  error === 'server_error';

/** What a failure to learn about the provider is to whoever signs in. */
export const refusedDiscovery = (failure: unknown): DomainError =>
  chainOf(failure).some(isAway)
    ? unavailable()
    : misconfigured('OUTFALL_OIDC_ISSUER is the issuer as the provider names itself in its openid-configuration.');

/**
 * What a failure of the library is to whoever signs in. Nothing of its message, which may quote tokens, goes on.
 * Codes of RFC 6749 4.1.2.1 and 5.2, and of OpenID Connect Core 3.1.2.6.
 */
export const refusedAnswer = (failure: unknown): DomainError => {
  const chain = chainOf(failure);
  if (chain.some(isAway)) return unavailable();
  const said = chain.map(({ error }) => error);
  // A challenge instead of a body says the same of the client (RFC 6749 5.2).
  const challenged = chain.some(({ code }) => code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE');
  if (challenged || said.includes('invalid_client') || said.includes('unauthorized_client'))
    return misconfigured('OUTFALL_OIDC_CLIENT_ID and OUTFALL_OIDC_CLIENT_SECRET are those the provider gave out.');
  return said.includes('access_denied') ? deniedThere() : notAccepted();
};
