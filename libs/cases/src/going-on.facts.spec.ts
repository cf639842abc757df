import type { Event, FactLoader } from '#kernel';
import { foldEvents } from '#kernel';

import { caseStream } from './case.events.js';
import { caseGoingOn } from './going-on.facts.js';

const FINDING = 'case-a.finding-1';

/** Cases of a spec: what was recorded in each, folded as it is asked for. */
const cases =
  (events: Readonly<Record<string, readonly (readonly [string, object])[]>>): FactLoader =>
  async (stream, fold) => {
    const [caseId, acts] = Object.entries(events).find(([name]) => caseStream(name) === stream) ?? ['', []];
    const recorded = acts.map(([type, data]) => ({ type, data: { caseId, ...data } }) as Event<string, never>);
    return foldEvents(fold, fold.initialState(), recorded as never);
  };

const opened = ['CaseOpened', { premisesId: 'premises-1', title: 'Laundry', openedOn: '2026-06-01' }] as const;
const made = (caseId: string) =>
  [
    'FindingMade',
    {
      findingId: FINDING,
      caseId,
      partyId: 'party-1',
      premisesId: 'premises-1',
      ruleId: '168-27G',
      madeOn: '2026-06-01',
    },
  ] as const;
const consolidated = (intoCaseId: string, consolidatedOn: string, findingIds = [FINDING]) =>
  ['CaseConsolidated', { intoCaseId, findingIds, reason: 'One', consolidatedOn }] as const;
const split = (intoCaseId: string, splitOn: string) =>
  ['CaseSplit', { intoCaseId, findingIds: [FINDING], reason: 'Apart', splitOn }] as const;
const received = (fromCaseId: string, receivedOn: string) =>
  ['FindingsReceived', { fromCaseId, findingIds: [FINDING], receivedOn }] as const;

const goesOnIn = async (load: FactLoader, asOf: string | null = null) =>
  (await caseGoingOn({ findingId: FINDING }, load, asOf)).caseId;

describe('the case in which a finding goes on (domain.md 5.7, 5.10)', () => {
  it('is the one it was made in, until it is consolidated or split, however often', async () => {
    const load = cases({
      'case-a': [opened, made('case-a'), consolidated('case-b', '2026-06-10')],
      'case-b': [opened, received('case-a', '2026-06-10'), split('case-c', '2026-06-20')],
      'case-c': [opened, received('case-b', '2026-06-20')],
    });
    expect(await goesOnIn(load)).toBe('case-c');
    expect(await goesOnIn(load, '2026-06-09')).toBe('case-a');
    expect(await goesOnIn(load, '2026-06-10')).toBe('case-b');
    expect(await goesOnIn(load, '2026-06-20')).toBe('case-c');
  });

  it('is its own again when it came back', async () => {
    const load = cases({
      'case-a': [opened, made('case-a'), split('case-b', '2026-06-10'), received('case-b', '2026-06-20')],
      'case-b': [opened, received('case-a', '2026-06-10'), split('case-a', '2026-06-20')],
    });
    expect(await goesOnIn(load)).toBe('case-a');
    expect(await goesOnIn(load, '2026-06-15')).toBe('case-b');
  });

  it('is where a whole case went that has not received it yet; a circle ends', async () => {
    const waiting = cases({
      'case-a': [opened, made('case-a'), split('case-b', '2026-06-10')],
      'case-b': [opened, consolidated('case-c', '2026-06-10', [])],
      'case-c': [opened],
    });
    expect(await goesOnIn(waiting)).toBe('case-c');
    const circle = cases({
      'case-a': [opened, made('case-a'), consolidated('case-b', '2026-06-10')],
      'case-b': [opened, consolidated('case-a', '2026-06-10', [])],
    });
    expect(['case-a', 'case-b']).toContain(await goesOnIn(circle));
  });
});
