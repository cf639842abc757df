import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FixedClock } from '#kernel';
import { configurationFrom, openTown, readDemoMark } from '#server';

import type { Terminal } from './first-start.js';
import { firstStart } from './first-start.js';
import { isEmptyTown } from './make-demo.js';

const ACTOR = { id: 'demo-clerk', role: 'clerk', capacity: 'Town' } as const;

/** A person who gives these answers, in turn. */
const person = (...answers: string[]): Terminal & { asked: number } => {
  const terminal = {
    asked: 0,
    isTerminal: true,
    ask: async () => {
      terminal.asked += 1;
      return answers.shift()!;
    },
    tell: () => undefined,
  };
  return terminal;
};

describe('the first start on a data folder', () => {
  let data: string;
  let environment: Record<string, string>;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'outfall-first-'));
    environment = { OUTFALL_DATA: data };
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  const recordSomething = async (): Promise<void> => {
    const town = await openTown(
      { ...configurationFrom(environment), identity: 'demo' },
      new FixedClock('2026-06-01T14:00:00.000Z'),
    );
    await town.engine.start();
    await town.engine.execute('registerParty', { name: 'Example LLC', partyKind: 'organization' }, { actor: ACTOR });
    await town.stop();
  };

  it('asks a person until the answer is one of the two', async () => {
    const terminal = person('what', 'e');
    await firstStart(environment, null, terminal);
    expect(terminal.asked).toBe(2);
    expect(await isEmptyTown(configurationFrom(environment))).toBe(true);
  });

  it('asks nobody where there is no terminal, and begins empty', async () => {
    const terminal = { ...person(), isTerminal: false };
    await firstStart(environment, null, terminal);
    expect(terminal.asked).toBe(0);
    expect(readDemoMark(data)).toBeNull();
  });

  it('asks nobody where OUTFALL_FIRST_START decides, and refuses a value it does not know', async () => {
    const terminal = person();
    await firstStart({ ...environment, OUTFALL_FIRST_START: 'empty' }, null, terminal);
    expect(terminal.asked).toBe(0);
    await expect(firstStart({ ...environment, OUTFALL_FIRST_START: 'full' }, null, terminal)).rejects.toMatchObject({
      code: 'DEMO.UNKNOWN_CHOICE',
    });
  });

  it('never asks again once the log has an event, and never mixes the demo into it', async () => {
    await recordSomething();
    const terminal = person('d');
    await firstStart({ ...environment, OUTFALL_FIRST_START: 'demo' }, null, terminal);
    await firstStart(environment, null, terminal);
    expect(terminal.asked).toBe(0);
    await expect(firstStart(environment, 'demo', terminal)).rejects.toMatchObject({ code: 'DEMO.LOG_HAS_EVENTS' });
    expect(readDemoMark(data)).toBeNull();
  });
});
