import type { CaseFile, CaseStep } from './case-file.js';
import { playCases } from './case-play.js';
import type { Call, CaseTarget, Reply } from './case-target.js';

const END = '2026-06-30T16:00:00.000Z';

/** Notes what it is asked to do, and when. */
class NotingTarget implements CaseTarget {
  readonly done: string[] = [];
  private now = '';

  async send({ method, path, body }: Call): Promise<Reply> {
    if (path === '/api/openapi.json')
      return {
        status: 200,
        body: { paths: { a: { post: { operationId: 'act' } }, b: { get: { operationId: 'ask' } } } },
      };
    if (path === '/test/clock') this.now = (body as { now: string }).now;
    else this.done.push(`${this.now.slice(5, 10)} ${method === 'GET' ? path : (body as { say: string }).say}`);
    return (body as { say?: string })?.say === 'refuse'
      ? { status: 422, body: {} }
      : { status: 200, body: { id: 'x' } };
  }

  async close(): Promise<void> {}
}

const step = (at: string | undefined, say: string, more: Partial<CaseStep> = {}): CaseStep => ({
  ...(at === undefined ? {} : { at: `${at}T12:00-04:00` }),
  as: 'officer',
  do: 'act',
  with: { say },
  ...more,
});

const SET_UP = step('2026-06-01', 'town', { setUp: 'town.setup.yaml', save: { town: 'id' } });

const file = (id: string, steps: readonly CaseStep[], more: Partial<CaseFile> = {}): CaseFile => ({
  ...{ id, title: id, source: 'invented', file: `${id}.yaml`, steps: [SET_UP, ...steps], expect: [] },
  ...more,
});

describe('several cases played on one log', () => {
  it('act in order of their moments, at one moment in the order given, with what they share done once', async () => {
    const target = new NotingTarget();
    const { results } = await playCases(
      [
        file('first', [step('2026-06-02', 'a'), step('2026-06-05', 'b'), step(undefined, 'c')]),
        file('second', [step('2026-06-02', 'd'), step('2026-06-03', 'e'), step('2026-06-05', 'f')]),
      ],
      target,
      END,
    );
    expect(results.map(({ passed }) => passed)).toEqual([true, true]);
    expect(target.done).toEqual(['06-01 town', '06-02 a', '06-02 d', '06-03 e', '06-05 b', '06-05 c', '06-05 f']);
  });

  it('keep what each saved apart, and know what the set-up saved', async () => {
    const own = [step('2026-06-02', 'a', { save: { mine: 'id' } }), step(undefined, '$town'), step(undefined, '$mine')];
    const target = new NotingTarget();
    const { results, saved } = await playCases([file('first', own), file('second', own)], target, END);
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    expect([...saved.get('second')!]).toEqual([
      ['town', 'x'],
      ['mine', 'x'],
    ]);
  });

  it('are asked at the end, or at the moment an expectation names', async () => {
    const target = new NotingTarget();
    const asked = { as: 'officer', query: 'ask', with: {}, equals: { id: 'x' } };
    await playCases(
      [
        file('first', [], { expect: [{ ...asked, at: '2026-06-03T12:00-04:00' }, asked] }),
        file('second', [step('2026-06-04', 'a')]),
      ],
      target,
      END,
    );
    expect(target.done).toEqual(['06-01 town', '06-03 /api/ask', '06-04 a', '06-30 /api/ask']);
  });

  it('break alone', async () => {
    const target = new NotingTarget();
    const { results } = await playCases(
      [
        file('first', [step('2026-06-02', 'refuse'), step(undefined, 'never')]),
        file('second', [step('2026-06-03', 'a')]),
      ],
      target,
      END,
    );
    expect(results.map(({ passed }) => passed)).toEqual([false, true]);
    expect(target.done).toEqual(['06-01 town', '06-02 refuse', '06-03 a']);
  });
});
