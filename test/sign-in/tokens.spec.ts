import type { RunningServer } from '../support/program.js';
import { outfall, temporaryFolder } from '../support/program.js';
import { PASSWORD, startWithAccounts } from './accounts.js';

const data = temporaryFolder();
let server: RunningServer;
let origin: string;
let cookie: string;

const post = (operation: string, body: object): Promise<Response> =>
  fetch(`${origin}/api/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });

const tokenFor = async (scopes: string[]): Promise<{ secret: string; tokenId: string }> => {
  const expiresOn = new Date(Date.now() + 10 * 864e5).toISOString().slice(0, 10);
  const reply = await post('createAccessToken', { name: scopes.join(), scopes, expiresOn });
  expect(reply.status).toBe(201);
  return (await reply.json()) as { secret: string; tokenId: string };
};

const call = (token: string, ...args: string[]) =>
  outfall(['call', ...args, '--server', origin], { OUTFALL_TOKEN: token });

beforeAll(async () => {
  const started = await startWithAccounts(data.path);
  ({ server, origin } = started);
  cookie = '';
  const first = await post('createFirstAdministrator', {
    link: new URL(started.link).hash.slice(1),
    name: 'First Administrator',
    email: 'first@example.gov',
    password: PASSWORD,
  });
  cookie = first.headers.getSetCookie()[0]!.split(';', 1)[0]!;
}, 60_000);

afterAll(async () => {
  await server.stop();
  data.remove();
});

describe('access tokens for scripts and the command line (issue 4, deliverable 2)', () => {
  it('a token asks what its scopes name, as its user, and nothing else', async () => {
    const { secret } = await tokenFor(['read']);
    const asked = await call(secret, 'listUsers', '{"all":true}');
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('First Administrator') as string });
    expect(await call(secret, 'createUser', '{"name":"A","email":"a@example.gov"}')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('IDENTITY.NOT_IN_SCOPE') as string,
    });
  });

  it('acts about users have to be named one by one', async () => {
    const body = '{"name":"A","email":"a@example.gov"}';
    expect((await call((await tokenFor(['act'])).secret, 'createUser', body)).stdout).toContain(
      'IDENTITY.NOT_IN_SCOPE',
    );
    expect(await call((await tokenFor(['createUser'])).secret, 'createUser', body)).toMatchObject({ code: 0 });
  });

  it('a revoked token is nobody; without one the command says where to make it', async () => {
    const { secret, tokenId } = await tokenFor(['read']);
    expect((await post('revokeAccessToken', { tokenId })).status).toBe(200);
    expect((await call(secret, 'listUsers')).stdout).toContain('IDENTITY.NOT_SIGNED_IN');
    expect(await call('', 'listUsers')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/account') as string,
    });
  });

  it('what was said in a session or by a token stands in no log line', () => {
    expect(server.logs()).not.toMatch(/outfall_[0-9a-f]{24}_|forty lanterns/);
  });
});
