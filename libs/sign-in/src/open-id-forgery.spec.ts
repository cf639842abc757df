import { CLIENT } from './testing/client.js';
import type { Lies } from './testing/lying-provider.js';
import { LyingProvider } from './testing/lying-provider.js';
import { refusalOf, SigningOn } from './testing/signing-on.js';

let provider: LyingProvider;

beforeAll(async () => {
  provider = await LyingProvider.start();
});

beforeEach(() => {
  provider.lies = {};
  provider.asked.length = 0;
  provider.paths.length = 0;
});

afterAll(() => provider.stop());

const signOn = async (on: SigningOn): Promise<{ readonly userId: string }> => {
  const { redirectTo, cookie } = await on.openId.begin();
  return on.finish(provider.logIn(redirectTo), cookie);
};

const seconds = (): number => Math.floor(Date.now() / 1000);

describe("an answer of the provider's that does not hold (issue 4, must show)", () => {
  it('the provider of these tests is believed as long as it does not lie', async () => {
    const on = new SigningOn(provider.issuer);
    expect(await signOn(on)).toEqual({ userId: 'user-of-superintendent' });
    expect(on.provisioned[0]).toMatchObject({ issuer: provider.issuer, subject: 'superintendent' });
  });

  it.each<readonly [string, () => Lies]>([
    ['another nonce', () => ({ claims: { nonce: 'the nonce of another round trip' } })],
    ['no nonce', () => ({ without: ['nonce'] })],
    ['another issuer', () => ({ claims: { iss: 'https://another.example.gov' } })],
    ['our issuer with a slash more', () => ({ claims: { iss: `${provider.issuer}/` } })],
    ['no issuer', () => ({ without: ['iss'] })],
    ['another audience', () => ({ claims: { aud: 'another application' } })],
    ['another audience besides, given out to that one', () => ({ claims: { aud: ['outfall', 'b'], azp: 'b' } })],
    ['no audience', () => ({ without: ['aud'] })],
    ['an end an hour ago', () => ({ claims: { iat: seconds() - 7200, exp: seconds() - 3600 } })],
    ['no end', () => ({ without: ['exp'] })],
    ['an end that is no number', () => ({ claims: { exp: 'tomorrow' } })],
    ['a beginning an hour from now', () => ({ claims: { nbf: seconds() + 3600, exp: seconds() + 7200 } })],
    ['no subject', () => ({ without: ['sub'] })],
    ['an empty subject', () => ({ claims: { sub: '' } })],
    ['a blank subject', () => ({ claims: { sub: ' ' } })],
    ['the signature of a key that the provider does not publish', () => ({ signed: 'byAnother' })],
    ['no signature', () => ({ signed: 'not' })],
    [
      'no signature, where the provider says it may have none',
      () => ({ signed: 'not', discovery: { id_token_signing_alg_values_supported: ['none', 'RS256'] } }),
    ],
    ['a signature made with our own secret', () => ({ signed: 'withTheClientSecret' })],
    [
      'a signature made with our own secret, where the provider says it may be',
      () => ({ signed: 'withTheClientSecret', discovery: { id_token_signing_alg_values_supported: ['HS256'] } }),
    ],
    ['groups altered after it was signed', () => ({ altered: { groups: ['sewer-officers', 'board'] } })],
  ])(
    'an ID token with %s is refused (OpenID Connect Core 3.1.3.7; ASVS 5.0 V9.1, V9.2, V10.5)',
    async (_what, lies) => {
      provider.lies = lies();
      const on = new SigningOn(provider.issuer);
      const refusal = await refusalOf(signOn(on));
      expect(refusal).toMatchObject({ code: 'SIGN_IN.OPENID_NOT_ACCEPTED', kind: 'unauthenticated' });
      expect(on.provisioned).toEqual([]);
      expect(on.withdrawn).toEqual([]);
      expect(on.trail).toEqual([
        {
          type: 'SignInFailed',
          userId: null,
          method: 'openId',
          reason: 'SIGN_IN.OPENID_NOT_ACCEPTED',
          address: '192.0.2.7',
        },
      ]);
    },
  );

  it('an answer without an ID token is refused', async () => {
    provider.lies = { noIdToken: true };
    expect(await refusalOf(signOn(new SigningOn(provider.issuer)))).toMatchObject({
      code: 'SIGN_IN.OPENID_NOT_ACCEPTED',
    });
  });

  it('groups of another person are refused when asked for (OpenID Connect Core 5.3.2)', async () => {
    provider.lies = { without: ['groups'], userInfo: { sub: 'somebody-else', groups: ['board'] } };
    const on = new SigningOn(provider.issuer);
    expect(await refusalOf(signOn(on))).toMatchObject({ code: 'SIGN_IN.OPENID_NOT_ACCEPTED' });
    expect(on.provisioned).toEqual([]);
  });

  it('an empty list of groups in the signed token is the last word: nobody is asked for more (fault P03)', async () => {
    provider.lies = { claims: { groups: [] }, userInfo: { sub: 'superintendent', groups: ['sewer-officers'] } };
    const on = new SigningOn(provider.issuer);
    expect(await refusalOf(signOn(on))).toMatchObject({ code: 'SIGN_IN.NO_ROLE' });
    expect(provider.paths).not.toContain('/me');
  });

  it('a refusal quotes neither token nor code nor secret, also not in what caused it (ASVS 5.0 V16.2.5)', async () => {
    provider.lies = { claims: { aud: 'another application' } };
    const on = new SigningOn(provider.issuer);
    const { redirectTo, cookie } = await on.openId.begin();
    const callback = provider.logIn(redirectTo);
    const refusal = await refusalOf(on.finish(callback, cookie));
    expect(refusal.cause).toBeUndefined();
    const said = JSON.stringify([refusal.message, refusal.details, refusal.stack, on.trail]);
    const { code = '', state = '' } = Object.fromEntries(new URL(callback).searchParams);
    const { code_verifier: verifier = '' } = Object.fromEntries(provider.asked[0]!.body);
    for (const secret of [code, state, verifier, CLIENT.clientSecret, 'access token', 'superintendent', 'eyJ'])
      expect(said).not.toContain(secret);
  });
});

describe('an issuer that stands for many tenants', () => {
  const COMMON = 'https://login.microsoftonline.com/common/v2.0';
  const { fetch } = globalThis;

  // The library knows that issuer by its address; requests to it are led to the provider of these tests.
  beforeEach(() => {
    globalThis.fetch = (address, options) => {
      const url = address instanceof Request ? address.url : address.toString();
      return fetch(url.replace(COMMON, provider.issuer), options);
    };
  });

  afterEach(() => {
    globalThis.fetch = fetch;
  });

  it("is no way in for another tenant's people, whatever groups they have there", async () => {
    provider.lies = {
      claims: { iss: 'https://login.microsoftonline.com/another-tenant/v2.0', tid: 'another-tenant' },
      discovery: {
        issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
        authorization_endpoint: `${COMMON}/auth`,
        token_endpoint: `${COMMON}/token`,
        jwks_uri: `${COMMON}/jwks`,
        authorization_response_iss_parameter_supported: false,
      },
    };
    const on = new SigningOn(COMMON);
    const { redirectTo, cookie } = await on.openId.begin();
    const callback = new URL(provider.logIn(redirectTo));
    callback.searchParams.delete('iss');
    expect(await refusalOf(on.finish(callback.href, cookie))).toMatchObject({ code: 'SIGN_IN.OPENID_NOT_ACCEPTED' });
    expect(provider.asked).toHaveLength(1);
    expect(on.provisioned).toEqual([]);
  });
});

describe('a provider that is set up otherwise, or in trouble', () => {
  it.each<readonly [string, () => Lies, string]>([
    ['another issuer', () => ({ discovery: { issuer: 'https://another.example.gov' } }), 'MISCONFIGURED'],
    ['no address by that name', () => ({ discoveryStatus: 404 }), 'MISCONFIGURED'],
    ['trouble of its own', () => ({ discoveryStatus: 503 }), 'UNAVAILABLE'],
  ])('where it tells of itself: %s', async (_what, lies, reason) => {
    provider.lies = lies();
    const on = new SigningOn(provider.issuer);
    expect(await refusalOf(on.openId.begin())).toMatchObject({ code: `SIGN_IN.OPENID_${reason}`, kind: 'unavailable' });
    provider.lies = {};
    expect(await signOn(on)).toEqual({ userId: 'user-of-superintendent' });
  });

  it('it tells of itself once, and not at each sign-in', async () => {
    const on = new SigningOn(provider.issuer);
    await Promise.all([signOn(on), signOn(on)]);
    await signOn(on);
    expect(provider.paths.filter((path) => path.includes('.well-known'))).toHaveLength(1);
  });

  it.each<readonly [string, Lies['token'], string]>([
    ['is in trouble', { status: 503 }, 'UNAVAILABLE'],
    ['asks for patience', { status: 429 }, 'UNAVAILABLE'],
    ['knows no such client', { status: 401, body: { error: 'invalid_client' } }, 'MISCONFIGURED'],
    [
      'knows no such client and challenges it',
      { status: 401, headers: { 'www-authenticate': 'Basic realm="token"' } },
      'MISCONFIGURED',
    ],
    ['takes the code for used', { status: 400, body: { error: 'invalid_grant' } }, 'NOT_ACCEPTED'],
    ['says something else', { status: 200, headers: { 'content-type': 'text/html' } }, 'NOT_ACCEPTED'],
  ])('where it gives tokens out: it %s', async (_what, token, reason) => {
    provider.lies = { token };
    const on = new SigningOn(provider.issuer);
    expect(await refusalOf(signOn(on))).toMatchObject({ code: `SIGN_IN.OPENID_${reason}` });
    expect(on.provisioned).toEqual([]);
  });

  it('a redirect where it gives tokens out is not followed (ASVS 5.0 V15.3.2)', async () => {
    provider.lies = { token: { status: 307, headers: { location: `${provider.issuer}/elsewhere` } } };
    expect(await refusalOf(signOn(new SigningOn(provider.issuer)))).toMatchObject({
      code: 'SIGN_IN.OPENID_NOT_ACCEPTED',
    });
    expect(provider.paths).not.toContain('/elsewhere');
  });

  it('the client secret goes in the body where that is offered, and in the header where not (RFC 6749 2.3.1)', async () => {
    await signOn(new SigningOn(provider.issuer));
    provider.lies = { discovery: { token_endpoint_auth_methods_supported: ['client_secret_basic'] } };
    await signOn(new SigningOn(provider.issuer));
    const [inBody, inHeader] = provider.asked;
    expect(inBody!.body.get('client_secret')).toBe(CLIENT.clientSecret);
    expect(inBody!.authorization).toBeUndefined();
    expect(inHeader!.body.get('client_secret')).toBeNull();
    expect(inHeader!.authorization).toMatch(/^Basic /);
  });

  it('another claim and other scopes are used where they are set', async () => {
    provider.lies = { claims: { roles: ['board'] } };
    const on = new SigningOn(provider.issuer, { groupsClaim: 'roles', scope: 'openid roles' });
    expect(new URL((await on.openId.begin()).redirectTo).searchParams.get('scope')).toBe('openid roles');
    await signOn(on);
    expect(on.provisioned[0]!.grants).toEqual([{ role: 'boardMember', capacity: 'Town' }]);
  });

  it('a person without a name there is called by their subject, and without an e-mail has none', async () => {
    provider.lies = { without: ['name', 'email'] };
    const on = new SigningOn(provider.issuer);
    await signOn(on);
    expect(on.provisioned[0]).toMatchObject({ name: 'superintendent', email: '' });
  });
});
