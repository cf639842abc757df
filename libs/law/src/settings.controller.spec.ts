import { FixedClock, type Actor } from '#kernel';
import { MemoryEventStore } from '#event-store/memory';
import { MemoryKeyStore } from '#key-store';
import { Engine } from '#runtime';
import { fromQueryString, validated } from '#runtime/http';

import { lawCapability } from './index.js';

const CLERK: Actor = { id: 'clerk-1', role: 'clerk', capacity: 'Town' };

type Answer = Record<string, unknown>;

describe('the law over the engine', () => {
  const clock = new FixedClock('2026-06-15T14:00:00.000Z');
  const store = new MemoryEventStore({ clock });
  let engine: Engine;

  const run = async (id: string, body: object): Promise<Answer> => {
    const operation = engine.operations.get(id);
    const input = operation?.kind === 'command' ? validated(operation.body as new () => object, body) : body;
    return (await engine.execute(id, input, { actor: CLERK })).answer;
  };
  /** As a query string brings it: everything is text. */
  const ask = async (
    id: string,
    asked: Record<string, unknown> = {},
    knownAt: string | null = null,
  ): Promise<Answer> => {
    const operation = engine.operations.get(id);
    if (operation?.kind !== 'query') throw new TypeError(`${id} is no query`);
    const shape = operation.query as new () => object;
    const text = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));
    const input = validated(shape, fromQueryString(shape.prototype as object, text));
    return (await engine.query(id, input, { actor: CLERK, knownAt })).answer as Answer;
  };

  beforeAll(async () => {
    engine = new Engine({
      store,
      keys: new MemoryKeyStore(),
      clock,
      capabilities: [lawCapability],
      zone: 'America/New_York',
      folder: null,
    });
    await engine.start();
  });

  afterAll(async () => {
    await engine.stop();
    await store.close();
  });

  it('says "none written" for the appeal deadline until a resolution speaks, and again as it was known before', async () => {
    const before = clock.now();
    expect(await ask('getPolicy', { policy: 'appeal-deadline-days' })).toMatchObject({
      value: null,
      noneWritten: true,
    });
    clock.set('2026-06-16T14:00:00.000Z');
    await run('adoptPolicy', {
      policy: 'appeal-deadline-days',
      value: 30,
      resolutionNumber: '2026-041',
      adoptedOn: '2026-06-10',
      effectiveFrom: '2026-06-11',
    });
    const on = { policy: 'appeal-deadline-days', on: '2026-06-11' };
    expect(await ask('getPolicy', on)).toMatchObject({
      value: 30,
      resolutionNumber: '2026-041',
      isProductDefault: false,
    });
    expect(await ask('getPolicy', { ...on, on: '2026-06-10' })).toMatchObject({ value: null, noneWritten: true });
    expect(await ask('getPolicy', on, before)).toMatchObject({ value: null, noneWritten: true });
    await run('withdrawPolicy', {
      policy: 'appeal-deadline-days',
      resolutionNumber: '2026-050',
      effectiveFrom: '2026-06-16',
    });
    expect(await ask('getPolicy', { policy: 'appeal-deadline-days' })).toMatchObject({
      value: null,
      history: [
        { value: 30, withdrawn: false },
        { value: null, withdrawn: true },
      ],
    });
    await expect(ask('getPolicy', { policy: 'no-such-policy' })).rejects.toMatchObject({ code: 'LAW.UNKNOWN_POLICY' });
  });

  it("lists counsel's reading of a rule's nature beside the named policies (conflict register G10)", async () => {
    expect(await ask('getRule', { ruleId: '168-26H' })).toMatchObject({
      rule: { natureOnDay: { nature: 'act' }, printedMarked: '§ 168-26H [subsection letter inferred]' },
    });
    await run('adoptPolicy', {
      policy: 'rule-nature:168-26H',
      value: 'continuing',
      resolutionNumber: 'Memo 7',
      adoptedOn: '2026-06-01',
      effectiveFrom: '2026-01-01',
    });
    expect(await ask('getRule', { ruleId: '168-26H' })).toMatchObject({
      rule: { natureOnDay: { nature: 'continuing' } },
    });
    const { policies } = await ask('listPolicies');
    expect(policies).toContainEqual(expect.objectContaining({ policy: 'rule-nature:168-26H', value: 'continuing' }));
  });

  it('shows a rule in its version of the day (hard case 68), and the Article by section', async () => {
    await run('amendRule', {
      ruleId: '168-27C(3)',
      changes: { limit: { parameter: 'pH', value: '6.0', unit: 'SU', comparison: 'below' } },
      localLaw: 'L.L. No. 1-2026',
      effectiveFrom: '2026-06-01',
    });
    expect(await ask('getRule', { ruleId: '168-27C(3)', on: '2026-05-31' })).toMatchObject({
      rule: { version: 1, limit: { value: '5.5' } },
    });
    expect(await ask('getRule', { ruleId: '168-27C(3)', on: '2026-06-01' })).toMatchObject({
      rule: { version: 2, limit: { value: '6.0' } },
      versions: [{ version: 1 }, { version: 2 }],
    });
    const { rules } = await ask('listRules', { section: '168-30' });
    expect(new Set((rules as { citation: { section: string } }[]).map(({ citation }) => citation.section))).toEqual(
      new Set(['168-30']),
    );
    expect((await ask('listRules'))['rules']).toHaveLength(61);
    await expect(ask('getRule', { ruleId: '168-99' })).rejects.toMatchObject({
      code: 'LAW.UNKNOWN_RULE',
      kind: 'notFound',
    });
  });

  it('repeals a limit with null', async () => {
    await run('amendRule', {
      ruleId: '168-27D(1)',
      changes: { limit: null },
      localLaw: 'L.L. No. 2-2026',
      effectiveFrom: '2026-06-01',
    });
    expect(await ask('getRule', { ruleId: '168-27D(1)' })).toMatchObject({ rule: { limit: null } });
  });

  it('keeps appointments, Board seats and the effective date of L.L. No. 22-2009', async () => {
    expect(await ask('getSettings')).toMatchObject({ civilFinePower: null, enforcers: [], boardSeats: [] });
    const { appointmentId } = await run('appointEnforcer', {
      officerId: 'officer-1',
      office: 'Superintendent',
      capacity: 'Town',
      documentReference: 'Res. 1',
      from: '2026-01-01',
    });
    await run('fillBoardSeat', { seat: '1', memberId: 'member-1', from: '2026-01-01', reference: 'Oath 1' });
    await run('fillBoardSeat', { seat: '2', memberId: 'member-2', from: '2026-01-01', reference: 'Oath 2' });
    await run('vacateBoardSeat', { seat: '2', from: '2026-06-01', reference: 'Letter' });
    await run('recordLocalLaw22EffectiveDate', { effectiveOn: '2009-06-12', filingReference: 'Filing 1' });
    await run('endEnforcerAppointment', { appointmentId, through: '2026-06-30', documentReference: 'Res. 9' });
    expect(await ask('getSettings', { on: '2026-06-30' })).toMatchObject({
      enforcers: [{ officerId: 'officer-1', through: '2026-06-30' }],
      boardSeats: [{ seat: '1' }],
      civilFinePower: { effectiveOn: '2009-06-12' },
    });
    expect(await ask('getSettings', { on: '2026-07-01' })).toMatchObject({ enforcers: [] });
    expect(await ask('getPenalties')).toMatchObject({
      neverSummed: true,
      civilFinePower: { effectiveOn: '2009-06-12' },
    });
  });

  it('gives the register of conflicts and the definitions', async () => {
    expect((await ask('getConflictRegister'))['conflicts']).toHaveLength(11);
    expect((await ask('getDefinitions'))['definitions']).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'D7' })]),
    );
  });

  describe('a deadline asked for by flat fields', () => {
    it('is 60 days, and moves off a Sunday by § 25-a where that is said (hard case 10)', async () => {
      const asked = { rule: 'days', start: '2026-07-01', count: 60 };
      expect(await ask('computeDeadline', { ...asked, extend: true })).toMatchObject({
        rawEnd: '2026-08-30',
        lastDay: '2026-08-31',
        extended: true,
      });
      expect(await ask('computeDeadline', { ...asked, extend: false })).toMatchObject({ lastDay: '2026-08-30' });
      await expect(ask('computeDeadline', asked)).rejects.toMatchObject({
        code: 'LEGAL_TIME.BAD_REQUEST',
        details: { field: 'extend' },
      });
    });

    it('is 48 hours in every reading, over a Memorial Day weekend (hard case 1)', async () => {
      expect(
        await ask('computeDeadline', { rule: 'hours', receipt: '2026-05-22T16:00-04:00', hours: 48 }),
      ).toMatchObject({
        strict: '2026-05-24T20:00:00.000Z',
        extended: '2026-05-26T20:00:00.000Z',
      });
    });

    it('is refused for a time that happens twice (hard case 4)', async () => {
      await expect(
        ask('computeDeadline', { rule: 'hours', receipt: '2026-11-01T01:30', hours: 48 }),
      ).rejects.toMatchObject({ code: 'LEGAL_TIME.AMBIGUOUS_TIME' });
    });

    it('counts days added for mail, and names the rule that sets the period', async () => {
      expect(
        await ask('computeDeadline', {
          rule: 'days',
          start: '2026-06-01',
          count: 10,
          extend: false,
          addedCount: 5,
          addedReason: 'Mail',
          addedAuthority: 'CPLR 2103(b)(2)',
          setByText: 'Ten days',
          setByAuthority: 'Order',
        }),
      ).toMatchObject({
        lastDay: '2026-06-16',
        rule: expect.arrayContaining([
          { text: 'Ten days', authority: 'Order' },
          { text: 'Mail', authority: 'CPLR 2103(b)(2)' },
        ]),
      });
      await expect(
        ask('computeDeadline', { rule: 'days', start: '2026-06-01', count: 10, extend: false, addedCount: 5 }),
      ).rejects.toMatchObject({ code: 'LEGAL_TIME.BAD_REQUEST', details: { field: 'added.reason' } });
    });

    it('knows a holiday once it was proclaimed, and not as the record stood before', async () => {
      const asked = { rule: 'days', start: '2026-08-01', count: 30, extend: true };
      expect(await ask('computeDeadline', asked)).toMatchObject({ lastDay: '2026-08-31' });
      const before = clock.now();
      clock.set('2026-06-17T14:00:00.000Z');
      await run('proclaimSpecialHoliday', {
        day: '2026-08-31',
        name: 'Day of mourning',
        proclaimedBy: 'Governor',
        reference: 'Proclamation 1',
      });
      expect(await ask('computeDeadline', asked)).toMatchObject({ lastDay: '2026-09-01' });
      expect(await ask('computeDeadline', asked, before)).toMatchObject({ lastDay: '2026-08-31' });
    });
  });
});
