import { join } from 'node:path';

import type { Actor } from '#kernel';
import { ROLES, rowOf } from '#identity';
import type { Operation } from '#runtime';
import { problemOf, validated } from '#runtime/http';
import { ALL_CAPABILITIES } from '#server';

import { CaseActs, CaseClock, methodsOf } from '../../apps/cli/src/case-acts.js';
import { readCaseFile } from '../../apps/cli/src/case-file.js';
import { EngineTarget } from '../support/engine-target.js';
import { ROOT } from '../support/program.js';

/** Stands in for every uuid of a thing that is none: no stream of the town has it. */
const NOBODY = '99999999-9999-5999-8999-999999999999';
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const OPERATIONS: readonly Operation[] = ALL_CAPABILITIES.flatMap(({ operations }) => operations).filter(
  (operation) => operation.kind === 'query' || !operation.internal,
);

/** What OpenAPI is told of a field, from which a value for it is made up. */
interface Told {
  readonly type?: string | (() => new () => object);
  readonly isArray?: boolean;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly required?: boolean;
}

const shapeOf = (operation: Operation): new () => object =>
  (operation.kind === 'command' ? operation.body : operation.query) as new () => object;

const fieldsOf = (shape: new () => object): ReadonlyMap<string, Told> => {
  const prototype = shape.prototype as object;
  const names = (Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype) ?? []) as readonly string[];
  return new Map(
    [...new Set(names.map((name) => name.slice(1)))].map((name) => [
      name,
      Reflect.getMetadata('swagger/apiModelProperties', prototype, name) as Told,
    ]),
  );
};

/** Rules are the law's and parcels the map's: neither belongs to a case. */
const isId = (name: string): boolean => /Ids?$|^cursor$/.test(name) && !['ruleId', 'parcelId'].includes(name);

/** The open runs go on after any text at all, in the order of their ids: a cursor there names nothing. */
const idFieldsOf = (operation: Operation): readonly string[] =>
  [...fieldsOf(shapeOf(operation)).keys()].filter(
    (name) => isId(name) && !(operation.id === 'listOpenRuns' && name === 'cursor'),
  );

const COUNSEL: Actor = { id: 'demo-counsel', role: 'counsel', capacity: 'Town' };

describe('an id that is hidden from somebody is to them an id that is none (issue 4, deliverable 5; ASVS 8.2.2)', () => {
  const target = new EngineTarget();
  let saved: ReadonlyMap<string, unknown>;
  /** Each hidden id with its twin, which differs only in that nothing was ever recorded under it. */
  let hidden: ReadonlyMap<string, string>;
  /** Ids of the town as it was set up; any other in an answer was made by the request itself. */
  let known: ReadonlySet<string>;

  const text = (name: string): string => saved.get(name) as string;

  /** A known value for a field by its name, so that a request is refused for the hidden id and nothing else. */
  const visible = (name: string): string =>
    ({
      caseId: text('case'),
      intoCaseId: text('case'),
      findingId: text('finding'),
      toFindingId: text('finding'),
      partyId: text('party'),
      premisesId: text('premises'),
      fineId: text('fine'),
      toFineId: text('fine'),
      complaintId: text('complaint'),
      ruleId: '168-26H',
      officerId: 'demo-officer',
      memberId: 'demo-boardMember',
    })[name.replace(/Ids$/, 'Id')] ?? `${text('case')}.other-1`;

  const sample = (name: string, told: Told): unknown => {
    if (typeof told.type === 'function') {
      const part = bodyOf(told.type(), null);
      return told.isArray ? [part] : part;
    }
    if (told.enum) return told.enum[0];
    if (told.type === 'array') return told.format === 'date' || !isId(name) ? ['2026-06-01'] : [visible(name)];
    if (told.format === 'date') return '2026-06-03';
    if (told.format === 'date-time') return '2026-06-03T10:00-04:00';
    if (told.type === 'integer') return Math.max(1, told.minimum ?? 1);
    if (told.type === 'boolean') return true;
    return isId(name) || name === 'ruleId' ? visible(name) : 'A text';
  };

  /** A request with every field it must have, and one of them set. */
  const bodyOf = (shape: new () => object, set: { readonly name: string; readonly id: string } | null): object =>
    Object.fromEntries(
      [...fieldsOf(shape)].flatMap(([name, told]): [string, unknown][] => {
        if (name === set?.name) return [[name, told.type === 'array' ? [set.id] : set.id]];
        return told.required === false ? [] : [[name, sample(name, told)]];
      }),
    );

  /** What is answered, with the asked id and its twin under one name. */
  const outcome = async (
    operation: Operation,
    body: object,
    actor: Actor,
    asked: string,
    expectedRevision?: bigint,
  ): Promise<string> => {
    const { engine } = target.running;
    let answer: unknown;
    try {
      const input = validated(shapeOf(operation), body);
      if (operation.kind === 'command')
        answer = (
          await engine.execute(operation.id, input, {
            actor,
            ...(expectedRevision === undefined ? {} : { expectedRevision }),
          })
        ).answer;
      else answer = (await engine.query(operation.id, input, { actor })).answer;
    } catch (error) {
      answer = problemOf(error);
    }
    const uuid = asked.match(UUID)?.[0];
    return JSON.stringify(answer)
      .replaceAll(asked, 'ASKED')
      .replace(UUID, (one) => (one === uuid ? 'ASKED' : known.has(one) ? one : 'NEW'));
  };

  beforeAll(async () => {
    const [town] = readCaseFile(join(ROOT, 'test', 'leaks', 'marked-town.yaml'));
    await target.send({ method: 'POST', path: '/test/reset', body: { now: '2026-06-04T14:00:00.000Z' } });
    const clock = new CaseClock(target);
    const acts = new CaseActs('marked-town', { target, methods: await methodsOf(target), clock });
    for (const [index, step] of town!.steps.entries()) await acts.step(step, index);
    for (const [index, expectation] of town!.expect.entries()) await acts.expectation(expectation, index);
    expect(acts.failures).toEqual([]);
    ({ saved } = acts);
    known = new Set([...saved.values()].flatMap((value) => String(value).match(UUID) ?? []));
    const [sealed, fine, notice, appeal] = ['sealed', 'sealedFine', 'sealedNotice', 'sealedAppeal'].map(text);
    const { deadlines } = (
      await target.running.engine.query('listDeadlines', { caseId: sealed, limit: 200 }, { actor: COUNSEL })
    ).answer as { deadlines: readonly { deadlineId: string }[] };
    expect(deadlines.length).toBeGreaterThan(2);
    const noFine = fine!.replace(/-1$/, '-9');
    const twins = [
      sealed!,
      ...['finding-1', 'review-1', 'compliance-1', 'compliance-1.extension-1', 'agreement-1'].map(
        (n) => `${sealed}.${n}`,
      ),
      ...['agreement-1.milestone-1', 'hold-1', 'note-1'].map((n) => `${sealed}.${n}`),
      text('sealedComplaint'),
      notice!,
      `${notice}.attempt-1`,
      appeal!,
      ...deadlines.map(({ deadlineId }) => deadlineId),
      ...['hearing-1', 'decision-1', 'stay-1'].map((n) => `${appeal}.${n}`),
    ].map((id): [string, string] => [id, id.replace(UUID, NOBODY)]);
    hidden = new Map([
      ...twins,
      [fine!, noFine],
      ...['statement-1', 'reduction-1'].map((n): [string, string] => [`${fine}.${n}`, `${noFine}.${n}`]),
    ]);
  }, 60_000);

  afterAll(() => target.close());

  const roles = ROLES.filter((role) => role !== 'counsel');

  it.each(roles)('no list, total, count or page shows %s anything of a sealed case', async (role) => {
    const actor: Actor = { id: `demo-${role}`, role, capacity: 'Town' };
    const shown: string[] = [];
    const ids = ['sealed', 'sealedFinding', 'sealedFine', 'sealedNotice', 'sealedAppeal', 'sealedComplaint'].map(text);
    for (const operation of OPERATIONS.filter(
      ({ id, kind }) => kind === 'query' && rowOf(id)!.roles.some((one) => one === role),
    )) {
      // Whoever watches over access is shown that a case is sealed, by its id.
      if (operation.id === 'listSealedCases' || operation.id === 'listAudit' || operation.id === 'exportAudit')
        continue;
      const fields = fieldsOf(shapeOf(operation));
      const bodies = [bodyOf(shapeOf(operation), null)];
      for (const [name, id] of [
        ['partyId', text('sealedParty')],
        ['premisesId', text('sealedPremises')],
      ] as const)
        if (fields.has(name)) bodies.push(bodyOf(shapeOf(operation), { name, id }));
      for (const body of bodies) {
        const answer = await outcome(operation, body, actor, 'nothing');
        if (ids.some((id) => answer.includes(id)) || answer.includes('77777'))
          shown.push(`${operation.id}: ${JSON.stringify([ids.filter((id) => answer.includes(id)), answer])}`);
      }
    }
    expect(shown).toEqual([]);
  });

  it('counsel and the officer whom the seal names go on with the case; another officer is told that there is none', async () => {
    const caseId = text('sealed');
    const as = (id: string, role: Actor['role']): Actor => ({ id, role, capacity: 'Town' });
    const { engine } = target.running;
    const title = async (actor: Actor) =>
      ((await engine.query('getCase', { caseId }, { actor })).answer as { title: string }).title;
    expect(await title(as('demo-counsel', 'counsel'))).toBe('MARK-SEALED-title');
    expect(await title(as('demo-officer-2', 'officer'))).toBe('MARK-SEALED-title');
    await expect(title(as('demo-officer', 'officer'))).rejects.toMatchObject({ code: 'CASES.UNKNOWN_CASE' });
    const past = engine.query(
      'getCase',
      { caseId },
      { actor: as('demo-officer', 'officer'), knownAt: '2026-06-04T14:30:00Z' },
    );
    await expect(past).rejects.toMatchObject({ code: 'CASES.UNKNOWN_CASE' });
  });

  it('there is something to hide: counsel is told of each kind of hidden id what nobody is told of an unknown one', async () => {
    const told = new Set<string>();
    for (const operation of OPERATIONS.filter(({ id, kind }) => kind === 'query' && id !== 'getMyself'))
      for (const name of rowOf(operation.id)!.roles.some((role) => role === 'counsel') ? idFieldsOf(operation) : [])
        for (const [id, twin] of hidden) {
          const ask = (value: string) =>
            outcome(operation, bodyOf(shapeOf(operation), { name, id: value }), COUNSEL, value);
          if ((await ask(id)) !== (await ask(twin))) told.add(id);
        }
    const real = ['sealed', 'sealedFinding', 'sealedFine', 'sealedNotice', 'sealedAppeal', 'sealedComplaint'].map(text);
    expect([...told]).toEqual(expect.arrayContaining(real));
  });

  // Last, since whatever an unknown id is taken for where one is taken goes on file.
  it.each(roles)(
    'every operation answers %s for a hidden id, in any of its fields, what it answers for one that is none',
    async (role) => {
      const actor: Actor = { id: `demo-${role}`, role, capacity: 'Town' };
      const differing: string[] = [];
      let compared = 0;
      for (const operation of OPERATIONS.filter(({ id }) => rowOf(id)!.roles.some((one) => one === role)))
        for (const name of idFieldsOf(operation))
          for (const [id, twin] of hidden)
            for (const revision of operation.kind === 'command' ? [undefined, 5n] : [undefined]) {
              const ask = (value: string) =>
                outcome(operation, bodyOf(shapeOf(operation), { name, id: value }), actor, value, revision);
              const unknown = await ask(twin);
              const answer = await ask(id);
              compared += 1;
              if (answer !== unknown) differing.push(`${operation.id} ${name}=${id}\n  ${answer}\n  ${unknown}`);
            }
      expect(differing).toEqual([]);
      expect(compared).toBeGreaterThan(0);
    },
    300_000,
  );
});
