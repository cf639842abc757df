import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { CLIENT } from '../../libs/sign-in/src/testing/client.js';
import { CountyProvider, Visitor as AtTheCounty } from '../../libs/sign-in/src/testing/county-provider.js';
import type { RunningServer } from '../support/program.js';
import { startServer, temporaryFolder } from '../support/program.js';

const data = temporaryFolder();
let county: CountyProvider;
let server: RunningServer;
let origin: string;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const cookies = (reply: Response): string =>
  reply.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ');

/** Goes to the county and comes back; `back` is the callback as the browser would ask for it. */
const roundTrip = async (login: string): Promise<{ readonly back: string; readonly cookie: string }> => {
  const begun = await fetch(`${origin}/api/signInWithOpenId`, { redirect: 'manual' });
  expect(begun.status).toBe(302);
  const back = await new AtTheCounty().logIn(begun.headers.get('location')!, login);
  return { back, cookie: cookies(begun) };
};

const finish = ({ back, cookie }: { back: string; cookie: string }): Promise<Response> =>
  fetch(back, { redirect: 'manual', headers: { cookie } });

const ask = async (operation: string, cookie: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const reply = await fetch(`${origin}/api/${operation}`, { headers: { cookie } });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  county = await CountyProvider.start(`${origin}/api/openIdCallback`);
  county.people.set('inspector', { groups: ['sewer-inspectors', 'everyone'] });
  county.people.set('stranger', { groups: ['everyone'] });
  county.people.set('nobody', {});
  server = await startServer(data.path, {
    OUTFALL_IDENTITY: 'accounts',
    OUTFALL_PORT: String(port),
    OUTFALL_ORIGIN: origin,
    OUTFALL_OIDC_ISSUER: county.issuer,
    OUTFALL_OIDC_CLIENT_ID: CLIENT.clientId,
    OUTFALL_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    OUTFALL_OIDC_GROUPS: 'sewer-inspectors=inspector/Town, sewer-officers=officer/Commission',
  });
}, 60_000);

afterAll(async () => {
  await server.stop();
  await county.stop();
  data.remove();
});

describe("the county's single sign-on, from the first click to an act (issue 4, deliverable 2)", () => {
  it('a person in a group comes in, acts in the role it stands for, and in no other', async () => {
    const trip = await roundTrip('inspector');
    const entered = await finish(trip);
    expect(entered.status).toBe(302);
    expect(entered.headers.get('location')).toBe('/account');
    const session = cookies(entered);
    expect(await ask('getMyself', session)).toMatchObject({
      status: 200,
      body: { actingAs: { role: 'inspector', capacity: 'Town' }, grants: [{ role: 'inspector', source: 'group' }] },
    });
    expect((await ask('listCases', session)).status).toBe(200);
    expect(await ask('listUsers', session)).toMatchObject({ status: 403, body: { code: 'IDENTITY.NOT_YOUR_ROLE' } });
    // The same callback again finds nothing.
    expect((await finish(trip)).headers.getSetCookie().some((set) => /^outfall=[^;]/.test(set))).toBe(false);
  });

  it.each(['stranger', 'nobody'])(
    '%s, in no group that stands for a role, does not come in (fault P03)',
    async (login) => {
      const refused = await finish(await roundTrip(login));
      expect(refused.headers.get('location')).toBe('/sign-in#SIGN_IN.NO_ROLE');
      expect(cookies(refused)).not.toMatch(/(?:^|; )outfall=/);
    },
  );

  it('who left the group has lost the role at the next sign-in, in every session', async () => {
    const first = cookies(await finish(await roundTrip('inspector')));
    county.people.set('inspector', { groups: ['sewer-officers'] });
    const second = cookies(await finish(await roundTrip('inspector')));
    expect(await ask('getMyself', second)).toMatchObject({
      body: { actingAs: { role: 'officer', capacity: 'Commission' } },
    });
    expect(await ask('getMyself', first)).toMatchObject({
      body: { actingAs: { role: 'officer', capacity: 'Commission' } },
    });
    county.people.set('inspector', { groups: [] });
    await finish(await roundTrip('inspector'));
    expect(await ask('listCases', first)).toMatchObject({ status: 403, body: { code: 'IDENTITY.NO_ROLE' } });
  });

  it('without its cookie, or with another state, a callback is refused and no fault of the server', async () => {
    const trip = await roundTrip('inspector');
    for (const forged of [
      { ...trip, cookie: '' },
      { ...trip, back: trip.back.replace(/state=[^&]+/, 'state=forged') },
      { back: `${origin}/api/openIdCallback`, cookie: '' },
    ]) {
      const reply = await finish(forged);
      expect(reply.status).toBeLessThan(500);
      expect(cookies(reply)).not.toMatch(/(?:^|; )outfall=/);
    }
    expect(server.logs()).not.toContain(CLIENT.clientSecret);
  });
});
