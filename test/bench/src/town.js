import 'reflect-metadata';

import { join } from 'node:path';

import { ALL_CAPABILITIES } from '../../../dist/apps/server/src/capabilities.js';
import { FixedClock } from '../../../dist/libs/kernel/src/index.js';
import { FolderKeyStore } from '../../../dist/libs/key-store/src/index.js';
import { Engine, moveClock } from '../../../dist/libs/runtime/src/index.js';
import { openOurLog } from './our-log.js';

export const ZONE = 'America/New_York';
const OFFICER = { id: 'officer-1', role: 'officer', capacity: 'Town' };
const DAY = 86_400_000;

/** The real program over a log in a file: every capability, every projection, the keys in their folder. */
export const openTown = async (folder, name, now) => {
  const clock = new FixedClock(now);
  const log = await openOurLog(join(folder, `${name}.db`), clock);
  const keys = await FolderKeyStore.open(join(folder, `${name}-keys`));
  const engine = new Engine({
    store: log.store,
    keys,
    clock,
    capabilities: ALL_CAPABILITIES,
    zone: ZONE,
    folder: join(folder, `${name}-read-models`),
  });
  return {
    clock,
    log,
    keys,
    engine,
    send: async (operation, body) => (await engine.send(operation, body, { actor: OFFICER })).answer,
    stop: async () => {
      await engine.stop();
      await log.close();
    },
  };
};

export const later = (instant, days) => new Date(Date.parse(instant) + days * DAY).toISOString();

/** A case with one finding and its first sighting, by the commands an officer would send. */
export const openCase = async ({ send }, index, seenAt) => {
  const { premisesId } = await send('registerPremises', {
    address: `${index} Example Road`,
    jurisdiction: 'townOutsideVillage',
    jurisdictionBasis: 'tax map',
  });
  const { partyId } = await send('registerParty', { name: `Example Laundry ${index}`, partyKind: 'organization' });
  const { caseId } = await send('openCase', { premisesId, title: 'Pretreatment out of service' });
  const { findingId } = await send('makeFinding', {
    caseId,
    partyId,
    ruleId: '168-27G',
    facts: 'The equalizing tank was found bypassed.',
    againstOwner: false,
  });
  await send('observeViolation', { findingId, at: seenAt, note: 'Bypass valve open.' });
  return { premisesId, partyId, caseId, findingId };
};

const START = '2026-06-01T15:00:00.000Z';

/**
 * A town's history driven through the engine: for each case premises, party, number, finding, 25 days recorded at once,
 * a second sighting that turns them into inferred ones, a cure reported; every second run then ends, the others go on
 * under the daily clock for 20 days.
 */
export const driveTown = async (town, cases, atOnce = 50) => {
  const { engine, clock, send } = town;
  await engine.start();
  await engine.runTicks();
  let next = 0;
  const worker = async () => {
    while (next < cases) {
      const index = (next += 1);
      const { findingId } = await openCase(town, index, '2026-05-07T10:00-04:00');
      await send('observeViolation', {
        findingId,
        at: '2026-05-31T10:00-04:00',
        continuityReason: 'Still bypassed; no repair ordered.',
      });
      await send('reportCure', { findingId, reportedAt: '2026-06-01T09:00-04:00', note: 'By telephone.' });
      if (index % 2 === 0) await send('recordEnd', { findingId, at: '2026-06-01T10:30-04:00' });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await moveClock(engine, clock, later(START, 20));
};

export { START };
