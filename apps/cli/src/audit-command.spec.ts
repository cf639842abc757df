import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { FixedClock } from '#kernel';
import { auditKey } from '#identity';
import type { Town } from '#server';
import { configurationFrom, openTown } from '#server';

import { exportAudit } from './audit-command.js';

interface Line {
  readonly type: string;
  readonly day: string;
  readonly actor: string | null;
  readonly address?: string | null;
  readonly position: string;
}

describe('outfall audit export --from DAY --through DAY (issue 4, deliverable 6)', () => {
  let data: string;
  let environment: Record<string, string>;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'outfall-audit-'));
    environment = { OUTFALL_DATA: data };
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  /** Three sign-ins: at 23:30 on 30 June, at midnight, and a day later, all by the Town's clocks. */
  const withTown = async (work: (town: Town) => Promise<void> = async () => undefined): Promise<void> => {
    const clock = new FixedClock('2026-07-01T03:30:00.000Z');
    const town = await openTown(configurationFrom(environment), clock);
    for (const [at, userId] of [
      ['2026-07-01T03:30:00.000Z', 'anna'],
      ['2026-07-01T04:00:00.000Z', 'ben'],
      ['2026-07-02T04:00:00.000Z', 'carla'],
    ] as const) {
      clock.set(at);
      await town.trail.record({
        type: 'SignedIn',
        data: { month: town.trail.month, userId, method: 'password', address: '192.0.2.7' },
      });
    }
    await work(town);
    await town.stop();
  };

  const exported = async (from: string, through: string): Promise<readonly Line[]> => {
    const out = new PassThrough();
    expect(await exportAudit({ from, through }, environment, out)).toBe(0);
    out.end();
    const chunks: Buffer[] = [];
    for await (const chunk of out) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  };

  it('writes one JSON object a line, in the order of the log, of the local days asked for, addresses opened', async () => {
    await withTown();
    expect(await exported('2026-07-01', '2026-07-02')).toMatchObject([
      { type: 'SignedIn', actor: 'ben', day: '2026-07-01', operation: 'password', times: 1, address: '192.0.2.7' },
      { type: 'SignedIn', actor: 'carla', day: '2026-07-02' },
    ]);
    expect(await exported('2026-06-30', '2026-06-30')).toMatchObject([{ actor: 'anna', day: '2026-06-30' }]);
  });

  it('is itself on file, by the command line and in no role of a person, before its first line', async () => {
    await withTown();
    const today = new Date().toISOString().slice(0, 10);
    const lines = await exported('2026-06-01', `${Number(today.slice(0, 4)) + 1}-01-01`);
    expect(lines.at(-1)).toMatchObject({
      type: 'RecordsExported',
      actor: 'cli',
      role: 'process',
      operation: 'exportAudit',
      from: '2026-06-01',
    });
  });

  it('needs no read model, and makes none: what the log holds is what comes out', async () => {
    await withTown();
    rmSync(join(data, 'read-models'), { recursive: true, force: true });
    mkdirSync(join(data, 'read-models'));
    expect(await exported('2026-07-01', '2026-07-01')).toHaveLength(1);
    expect(readdirSync(join(data, 'read-models'))).toEqual([]);
  });

  it('leaves the entry and nothing of the address once the key of the month is destroyed (fault P08)', async () => {
    await withTown(async ({ keys }) => {
      await keys.destroy(auditKey('2026-07'));
    });
    expect(await exported('2026-07-01', '2026-07-01')).toMatchObject([{ actor: 'ben', address: null }]);
    expect(await exported('2026-06-30', '2026-06-30')).toMatchObject([{ actor: 'anna', address: '192.0.2.7' }]);
  });

  it.each([
    [{}, 'LEGAL_TIME.NOT_A_DAY'],
    [{ from: '2026-02-30', through: '2026-03-01' }, 'LEGAL_TIME.NOT_A_DAY'],
    [{ from: '2026-07-01', through: '../../etc' }, 'LEGAL_TIME.NOT_A_DAY'],
    [{ from: '2026-07-02', through: '2026-07-01' }, 'IDENTITY.BAD_SPAN'],
  ])('refuses %j, and puts nothing on file', async (days, code) => {
    await withTown();
    await expect(exportAudit(days, environment, new PassThrough())).rejects.toMatchObject({ code });
    const town = await openTown(configurationFrom(environment), new FixedClock('2026-07-03T12:00:00.000Z'));
    const types: string[] = [];
    for await (const { type } of town.store.readAll()) types.push(type);
    await town.stop();
    expect(types).toEqual(['SignedIn', 'SignedIn', 'SignedIn']);
  });

  it('makes no town where there is none', async () => {
    expect(await exportAudit({ from: '2026-07-01', through: '2026-07-01' }, environment, new PassThrough())).toBe(1);
    expect(readdirSync(data)).toEqual([]);
  });
});
