import type { Event, Recorded } from '#kernel';
import { ReadModelFile } from '#runtime';

import { noticeIdOfDocument } from './notice.events.js';
import { listNotices, noticeListProjection } from './notice-list.projection.js';
import { FACTS, FINE, noon, NoticeBench, serving } from './testing.js';

/** Events as the log would hold them, a minute apart from 10 July on. */
const projected = (events: readonly Event[]) => {
  const file = new ReadModelFile(':memory:', [noticeListProjection]);
  events.forEach((event, minute) => {
    const recordedAt = `2026-07-10T14:${String(minute).padStart(2, '0')}:00.000Z`;
    if (noticeListProjection.listensTo.includes(event.type))
      noticeListProjection.apply(file, { event, recordedAt } as unknown as Recorded<Event<string, never>>);
  });
  return file;
};

const NOW = { asOf: null, knownAt: null, limit: 50 };

/** A notice of violation that was mailed and served, and the notice of a fine that was withdrawn. */
const town = () => {
  const written = NoticeBench.issued();
  written.attempt('firstClassMail', 'mailed', '2026-06-03');
  written.on('2026-06-06').do(serving());
  const ofFine = new NoticeBench();
  ofFine.facts = { ...FACTS, document: FINE };
  ofFine.do({
    type: 'IssueDocumentNotice',
    documentId: FINE.fineId,
    kind: 'civilFine',
    caseId: 'case-2',
    partyId: 'party-1',
    premisesId: 'premises-1',
  });
  const withdrawn = {
    type: 'CivilFineWithdrawn',
    data: { fineId: FINE.fineId, partyId: 'party-1', caseId: 'case-1', withdrawnOn: '2026-06-07' },
  };
  return projected([...written.events, ...ofFine.events, withdrawn]);
};

describe('the list of notices', () => {
  it('shows each with its standing, the newest first, and says when its fine was withdrawn', () => {
    expect(listNotices(town(), NOW)).toMatchObject({
      next: null,
      notices: [
        { kind: 'civilFine', documentId: FINE.fineId, documentWithdrawnOn: '2026-06-07', serviceStatus: 'notServed' },
        {
          kind: 'noticeOfViolation',
          number: 'NOV-2026-001',
          status: 'served',
          serviceStatus: 'served',
          servedOn: '2026-06-05',
          documentWithdrawnOn: null,
        },
      ],
    });
  });

  it('answers as of a day: acts of later days are left out, filters included', () => {
    const file = town();
    const asOf = (day: string, more: object = {}) =>
      listNotices(file, { ...NOW, asOf: day, ...more }).notices.map(({ kind, serviceStatus }) => [kind, serviceStatus]);
    expect(asOf('2026-06-01')).toEqual([]);
    expect(asOf('2026-06-03')).toEqual([
      ['civilFine', 'notServed'],
      ['noticeOfViolation', 'mailed'],
    ]);
    expect(asOf('2026-06-03', { serviceStatus: 'served' })).toEqual([]);
    expect(asOf('2026-06-05', { status: 'served' })).toEqual([['noticeOfViolation', 'served']]);
    expect(listNotices(file, { ...NOW, asOf: '2026-06-06' }).notices[0]).toMatchObject({ documentWithdrawnOn: null });
  });

  it('answers as known at an instant', () => {
    const file = town();
    const known = (minute: string) =>
      listNotices(file, { ...NOW, knownAt: `2026-07-10T14:${minute}:00.000Z` }).notices.map(({ status }) => status);
    expect(known('00')).toEqual(['drafted']);
    expect(known('02')).toEqual(['issued']);
    expect(known('04')).toEqual(['served']);
    expect(known('06')).toEqual(['issued', 'served']);
  });

  it('pages by cursor, and refuses one that no page gave', () => {
    const file = town();
    const first = listNotices(file, { ...NOW, limit: 1 });
    expect(first).toMatchObject({ notices: [{ kind: 'civilFine' }], next: noticeIdOfDocument(FINE.fineId) });
    expect(listNotices(file, { ...NOW, limit: 1, cursor: first.next! })).toMatchObject({
      notices: [{ kind: 'noticeOfViolation' }],
      next: null,
    });
    expect(() => listNotices(file, { ...NOW, cursor: 'nothing' })).toThrow(
      expect.objectContaining({ code: 'NOTICES.UNKNOWN_CURSOR' }),
    );
  });

  it('pages through a past day whose filter leaves most of a page out', () => {
    const benches = Array.from({ length: 7 }, (_, index) => {
      const bench = new NoticeBench();
      bench.facts = { ...FACTS, document: { ...FINE, fineId: `party-1.fine-${index + 1}` } };
      bench.do({
        type: 'IssueDocumentNotice',
        documentId: `party-1.fine-${index + 1}`,
        kind: 'civilFine',
        caseId: 'case-1',
        partyId: 'party-1',
        premisesId: 'premises-1',
      });
      if (index === 0 || index === 3) bench.on('2026-06-06').do(serving({ servedAt: noon('2026-06-04') }));
      return bench;
    });
    const file = projected(benches.flatMap(({ events }) => events));
    const page = { ...NOW, asOf: '2026-06-05', status: 'served', limit: 1 } as const;
    const first = listNotices(file, page);
    expect(first.notices).toMatchObject([{ documentId: 'party-1.fine-4' }]);
    expect(listNotices(file, { ...page, cursor: first.next! })).toMatchObject({
      notices: [{ documentId: 'party-1.fine-1' }],
      next: null,
    });
  });

  it('filters by case, party and kind', () => {
    const file = town();
    expect(listNotices(file, { ...NOW, kind: 'civilFine', partyId: 'party-1', caseId: 'case-1' }).notices).toHaveLength(
      1,
    );
    expect(listNotices(file, { ...NOW, caseId: 'case-9' }).notices).toEqual([]);
  });
});
