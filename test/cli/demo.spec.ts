import { DEMO_ENDS } from '../../apps/cli/src/demo-town.js';
import { writeDemoMark } from '../../apps/server/src/demo-mark.js';
import { as, outfall, startServer, temporaryFolder } from '../support/program.js';

const MINUTES = 60_000;

describe('outfall demo', () => {
  const data = temporaryFolder();
  afterAll(() => data.remove());

  it(
    'plays the demo town into an empty folder, once, and the server says of it that it is invented',
    async () => {
      const first = await outfall(['demo'], { OUTFALL_DATA: data.path });
      expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('The demo town is in') });
      const again = await outfall(['demo'], { OUTFALL_DATA: data.path });
      expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('There is a town in') });
      const server = await startServer(data.path);
      try {
        expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({
          status: 'live',
          demo: { what: expect.stringContaining('invented'), endsAt: DEMO_ENDS },
        });
        expect((await fetch(`${server.url}/ready`)).status).toBe(200);
        const { cases } = (await (
          await fetch(`${server.url}/api/listCases?limit=100`, { headers: as('officer') })
        ).json()) as { cases: object[] };
        expect(cases).toHaveLength(17);
      } finally {
        await server.stop();
      }
    },
    5 * MINUTES,
  );
});

describe('a demo town that was broken off', () => {
  const data = temporaryFolder();
  afterAll(() => data.remove());

  it('is not served: nobody should take half a town for the demo, or for a real one', async () => {
    writeDemoMark(data.path, DEMO_ENDS, false);
    await expect(startServer(data.path)).rejects.toThrow('was broken off');
  });
});
