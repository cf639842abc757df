import type { Event, Recorded } from '#kernel';
import { ReadModelFile } from '#runtime';

import { appealDocketProjection, certificatePositions, listAppeals } from './appeal-docket.projection.js';
import type { AppealEvent } from './appeal.events.js';
import { APPEAL, book, certified, decide, filed, IDS, paragraph, RIPE } from './testing.js';

const LATER = { knownAt: null, limit: 50 };

/** Applies events stamped a minute apart from 10:00 on. */
const tablesOf = (events: readonly AppealEvent[]): ReadModelFile => {
  const file = new ReadModelFile(':memory:', [appealDocketProjection]);
  events.forEach((event, index) =>
    appealDocketProjection.apply(file, {
      event,
      position: String(100 + index),
      recordedAt: `2026-11-30T10:${String(index).padStart(2, '0')}:00.000Z`,
    } as unknown as Recorded<Event<string, never>>),
  );
  return file;
};

describe('the docket', () => {
  it('shows each appeal as it stands, and as it was known at an instant', () => {
    const decided = book(RIPE, decide()).events();
    const file = tablesOf([...RIPE, ...decided]);
    expect(listAppeals(file, LATER)).toEqual({
      appeals: [
        {
          ...{ appealId: APPEAL, number: 'A-2026-004', caseId: IDS.caseId, partyId: IDS.partyId, fineId: IDS.fineId },
          ...{ filedOn: '2026-11-02', route: 'board', marks: [], status: 'decided', record: 'certified' },
          ...{ hearingAt: '2026-11-17T00:00:00.000Z', stays: 0, decisionId: `${APPEAL}.decision-1` },
          ...{ decidedOn: '2026-11-30', servedOn: null, article78: null, finalOn: null },
        },
      ],
      next: null,
    });
    const known = (at: string) => listAppeals(file, { ...LATER, knownAt: at }).appeals.map(({ status }) => status);
    expect(known('2026-11-30T09:59:00.000Z')).toEqual([]);
    expect(known('2026-11-30T10:00:00.000Z')).toEqual(['docketed']);
    expect(known('2026-11-30T10:02:59.000Z')).toEqual(['inHearing']);
    expect(known('2026-11-30T10:05:00.000Z')).toEqual(['decided']);
  });

  it('keeps the place in the log of each certificate, since the record is the log before it', () => {
    const reopened: AppealEvent = {
      type: 'AppealRecordReopened',
      data: { ...IDS, reason: 'Late', reopenedBy: 'clerk-1', reopenedOn: '2026-11-18' },
    };
    const file = tablesOf([...RIPE, reopened, certified]);
    expect(certificatePositions(file, APPEAL)).toEqual(['104', '106']);
  });

  it('filters and pages by number, and holds no text of an appeal', () => {
    const other = filed({ appealId: 'appeal-2', number: 'A-2026-005', caseId: 'case-b' });
    const file = tablesOf([filed(), other]);
    expect(listAppeals(file, { ...LATER, caseId: 'case-b' }).appeals).toHaveLength(1);
    expect(listAppeals(file, { ...LATER, status: 'decided' }).appeals).toEqual([]);
    const first = listAppeals(file, { ...LATER, limit: 1 });
    expect(first.next).toBe(APPEAL);
    expect(listAppeals(file, { ...LATER, cursor: first.next! }).appeals.map(({ appealId }) => appealId)).toEqual([
      'appeal-2',
    ]);
    expect(JSON.stringify(file.all('SELECT * FROM appeal_docket'))).not.toContain('pipe');
  });

  it('shows an appeal whose days were sent back as remanded, with the latest decision', () => {
    const remanded = book(RIPE, decide({ paragraphs: [paragraph({ effect: 'remanded', rest: true })] })).events();
    const [line] = listAppeals(tablesOf([...RIPE, ...remanded]), LATER).appeals;
    expect(line).toMatchObject({ status: 'remanded', decisionId: `${APPEAL}.decision-1` });
  });
});
