import { FixedClock } from '#kernel';
import { casesCapability } from '#cases';
import { MemoryEventStore } from '#event-store/memory';
import { MemoryKeyStore } from '#key-store';
import { lawCapability } from '#law';
import { registryCapability } from '#registry';
import { Engine, moveClock } from '#runtime';

import { offensesCapability } from './index.js';

const officer = { id: 'officer-1', role: 'officer', capacity: 'Town' } as const;

const town = async (now: string, store?: MemoryEventStore, keys = new MemoryKeyStore()) => {
  const clock = new FixedClock(now);
  const log = store ?? new MemoryEventStore({ clock });
  const engine = new Engine({
    store: log,
    keys,
    clock,
    capabilities: [lawCapability, registryCapability, casesCapability, offensesCapability],
    zone: 'America/New_York',
    folder: null,
    retryMilliseconds: 10,
  });
  await engine.start();
  await engine.runTicks();
  const run = async (operation: string, body: object, actor: object = officer) =>
    (await engine.execute(operation, body, { actor: actor as never })).answer as unknown as Answer;
  const ask = async (operation: string, query: object, past: { asOf?: string; knownAt?: string } = {}) =>
    (await engine.query(operation, query, { actor: officer, ...past })).answer;
  return { engine, clock, run, ask, log, keys };
};

const openFinding = async ({ run }: Awaited<ReturnType<typeof town>>, ruleId = '168-27G', againstOwner = false) => {
  const { premisesId } = await run('registerPremises', {
    address: '1 Example Road',
    jurisdiction: 'townOutsideVillage',
    jurisdictionBasis: 'tax map',
  });
  const { partyId } = await run('registerParty', { name: 'Example Laundry', partyKind: 'organization' });
  const { caseId } = await run('openCase', { premisesId, title: 'Pretreatment out of service' });
  const { findingId } = await run('makeFinding', {
    caseId,
    partyId,
    ruleId,
    facts: 'The equalizing tank was found bypassed.',
    againstOwner,
  });
  return { premisesId, partyId, caseId, findingId };
};

const see = (findingId: string, at: string, continuityReason?: string) => ({
  findingId,
  at,
  ...(continuityReason ? { continuityReason } : {}),
});

/** The ids that answers carry. */
type Answer = Readonly<Record<'premisesId' | 'partyId' | 'caseId' | 'findingId', string>>;

describe('the ledger in the running program', () => {
  it('counts 30 days between two sightings and shows each with its reason, then and as known before (hard case 24)', async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const { findingId, caseId } = await openFinding(outfall);
    await outfall.run('observeViolation', see(findingId, '2026-06-01T10:00-04:00'));
    await moveClock(outfall.engine, outfall.clock, '2026-06-30T15:00:00.000Z');
    expect(await outfall.ask('getOffenseDays', { caseId }, { asOf: '2026-06-30' })).toMatchObject({
      observed: 1,
      presumed: 28,
    });
    await outfall.run(
      'observeViolation',
      see(findingId, '2026-06-30T10:00-04:00', 'Still bypassed; no repair ordered.'),
    );
    const days = await outfall.ask('getOffenseDays', { caseId }, { asOf: '2026-06-30' });
    expect(days).toMatchObject({ observed: 2, inferred: 28, presumed: 0, recordedDays: 30, provableDays: 30 });
    expect(
      await outfall.ask('getOffenseDays', { caseId }, { asOf: '2026-06-30', knownAt: '2026-06-29T12:00:00.000Z' }),
    ).toMatchObject({ observed: 1, inferred: 0, presumed: 27 });
    expect(await outfall.ask('getDayProof', { findingId, day: '2026-06-12' })).toMatchObject({
      recorded: true,
      basis: 'inferred',
      provable: true,
    });
    await outfall.engine.stop();
  });

  it('records exactly one event per open run and day over 400 days, with restarts and two clocks at once (offense-day rules 4; F07, E17)', async () => {
    const first = await town('2025-10-01T15:00:00.000Z');
    const { findingId } = await openFinding(first);
    await first.run('observeViolation', see(findingId, '2025-10-01T10:00-04:00'));
    let left = first;
    const right = await town('2025-10-01T15:00:00.000Z', first.log, first.keys);
    let seed = 7;
    const random = (below: number) => Math.floor(((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647) * below);
    for (let day = 1; day <= 400;) {
      const step = Math.min(1 + random(5), 401 - day);
      day += step;
      const now = new Date(Date.parse('2025-10-01T15:00:00.000Z') + (day - 1) * 86_400_000).toISOString();
      left.clock.set(now);
      right.clock.set(now);
      if (random(4) === 0) {
        await left.engine.stop();
        left = await town(now, first.log, first.keys);
      }
      await Promise.all([left.engine.runTicks(), right.engine.runTicks()]);
    }
    const seen = new Map<string, number>();
    const closed: string[] = [];
    for await (const event of first.log.readAll()) {
      if (event.type === 'OffenseDayRecorded')
        seen.set(event.data['day'] as string, (seen.get(event.data['day'] as string) ?? 0) + 1);
      if (event.type === 'LocalDayClosed') closed.push(event.data['day'] as string);
    }
    expect(seen.size).toBe(400);
    expect([...seen.values()].every((count) => count === 1)).toBe(true);
    expect(new Set(closed).size).toBe(closed.length);
    expect(closed.at(-1)).toBe('2026-11-04');
    await left.engine.stop();
    await right.engine.stop();
  });

  it('opens a review item when a reading of counsel changes after days were recorded, and changes no day', async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    await outfall.run('adoptPolicy', {
      policy: 'rule-nature:168-26H',
      value: 'continuing',
      resolutionNumber: 'example 1 of 2026',
      adoptedOn: '2026-01-02',
      effectiveFrom: '2026-01-02',
    });
    const { findingId, caseId } = await openFinding(outfall, '168-26H');
    await outfall.run('observeViolation', see(findingId, '2026-06-01T10:00-04:00'));
    await moveClock(outfall.engine, outfall.clock, '2026-06-05T15:00:00.000Z');
    await outfall.run('withdrawPolicy', {
      policy: 'rule-nature:168-26H',
      resolutionNumber: 'example 2 of 2026',
      effectiveFrom: '2026-06-03',
    });
    await moveClock(outfall.engine, outfall.clock, '2026-06-06T15:00:00.000Z');
    expect(await outfall.ask('getOffenseDays', { caseId }, { asOf: '2026-06-06' })).toMatchObject({
      observed: 1,
      presumed: 3,
    });
    expect(await outfall.ask('listReviewItems', { caseId })).toMatchObject({ reviewItems: [{ kind: 'ruleNature' }] });
    await outfall.engine.stop();
  });

  it('leaves the day of the deed with the seller, voids later ones, and records nothing for the buyer (Ownership)', async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const { findingId, premisesId, partyId, caseId } = await openFinding(outfall, '168-25F', true);
    const { partyId: buyer } = await outfall.run('registerParty', { name: 'Example Buyer', partyKind: 'individual' });
    await outfall.run('recordOwnership', { premisesId, partyId, from: '2020-01-01', deedReference: 'deed 1' });
    await outfall.run('observeViolation', see(findingId, '2026-06-01T10:00-04:00'));
    await moveClock(outfall.engine, outfall.clock, '2026-06-10T15:00:00.000Z');
    await outfall.run('recordConveyance', {
      premisesId,
      fromPartyId: partyId,
      toPartyId: buyer,
      deedOn: '2026-06-05',
      deedReference: 'deed 2',
    });
    expect(await outfall.ask('getOffenseDays', { caseId })).toMatchObject({ observed: 1, presumed: 4, voided: 4 });
    await outfall.engine.stop();
  });
});
