import { given } from '#kernel/testing';

import type { NoticeCommand } from './notice.commands.js';
import { noticeDecider } from './notice.decider.js';
import type { NoticeEvent } from './notice.events.js';
import { noticeIdOfDocument } from './notice.events.js';
import type { NoticeFacts } from './notice.facts.js';
import { noticeAsOf } from './notice.state.js';
import { drafting, FACTS, FINDING, FINE, noon, NoticeBench, OTHER_FINDING, RECIPIENT, serving } from './testing.js';

const refused = (bench: NoticeBench, command: NoticeCommand, code: string, details: Record<string, unknown> = {}) =>
  given(noticeDecider, bench.events, bench.facts).when(command, bench.context()).refused(code, details);

type Data<Type extends NoticeEvent['type']> = Extract<NoticeEvent, { type: Type }>['data'];

const ofType = <Type extends NoticeEvent['type']>(events: readonly NoticeEvent[], type: Type): Data<Type> =>
  events.find((event) => event.type === type)!.data as Data<Type>;

const withFacts = (more: Partial<NoticeFacts>, bench = new NoticeBench()): NoticeBench => {
  bench.facts = { ...FACTS, ...more };
  return bench;
};

describe('drafting a notice (domain.md 5.8; practice, the Article asks for none)', () => {
  it('takes party, premises and sections from its findings', () => {
    const bench = withFacts({ findings: [FINDING, OTHER_FINDING] });
    const drafted = ofType(
      bench.do(drafting({ findingIds: [FINDING.findingId, OTHER_FINDING.findingId] })),
      'NoticeDrafted',
    );
    expect(drafted).toMatchObject({
      caseId: 'case-1',
      partyId: 'party-1',
      premisesId: 'premises-1',
      documentId: null,
      content: { ruleIds: ['168-27C(3)', '168-27D(8)'] },
    });
  });

  it('goes to one party: findings of two are refused', () => {
    const bench = withFacts({ findings: [FINDING, { ...OTHER_FINDING, partyId: 'party-2' }] });
    refused(bench, drafting(), 'NOTICES.TWO_PARTIES', { field: 'findingIds' });
  });

  it('cites at least one finding, none that was withdrawn, and none of another case', () => {
    refused(withFacts({ findings: [] }), drafting(), 'NOTICES.NO_FINDING', { field: 'findingIds' });
    refused(withFacts({ findings: [{ ...FINDING, withdrawn: true }] }), drafting(), 'NOTICES.FINDING_WITHDRAWN');
    refused(withFacts({}), drafting({ caseId: 'case-2' }), 'NOTICES.OTHER_CASE');
  });

  it('cites a finding that goes on in this case after consolidation (domain.md 5.7)', () => {
    const bench = withFacts({ findingIdsInCase: [FINDING.findingId] });
    expect(ofType(bench.do(drafting({ caseId: 'case-2' })), 'NoticeDrafted')).toMatchObject({ caseId: 'case-2' });
  });

  it('names no day to comply that has passed', () => {
    refused(new NoticeBench(), drafting({ complyBy: '2026-06-01' }), 'NOTICES.COMPLY_BY_PAST', { field: 'complyBy' });
  });

  it('demands payment of a fine by naming it, and no other kind names a document', () => {
    const bench = withFacts({ findings: [], document: FINE });
    const demand = drafting({ kind: 'demand', findingIds: [], documentId: FINE.fineId });
    expect(ofType(bench.do(demand), 'NoticeDrafted')).toMatchObject({
      kind: 'demand',
      documentId: FINE.fineId,
      content: { findingIds: [FINDING.findingId] },
    });
    refused(withFacts({ document: FINE }), drafting({ documentId: FINE.fineId }), 'NOTICES.NO_DOCUMENT_OF_ITS_OWN', {
      field: 'documentId',
    });
    refused(withFacts({ document: { ...FINE, withdrawnOn: '2026-06-02' } }), demand, 'FINES.FINE_WITHDRAWN');
  });
});

describe('issuing a notice', () => {
  it('freezes name and address of the local day (faults.md L08)', () => {
    const bench = NoticeBench.issued();
    expect(ofType(bench.events, 'NoticeIssued')).toMatchObject({
      number: 'NOV-2026-001',
      version: 1,
      recipient: { recipientName: 'Example Owner', recipientAddress: '1 Example Road', addressedOn: '2026-06-02' },
    });
  });

  it('stops where no address is on file, and says what to record (faults.md N07)', () => {
    const bench = new NoticeBench();
    bench.do(drafting());
    bench.facts = { ...FACTS, recipient: { ...RECIPIENT, address: null } };
    refused(bench, { type: 'IssueNotice', kind: 'noticeOfViolation' }, 'NOTICES.NO_ADDRESS', {
      record: 'recordPartyAddress',
    });
  });

  it('happens once for each version, by the operation of its kind', () => {
    const bench = NoticeBench.issued();
    refused(bench, { type: 'IssueNotice', kind: 'demand' }, 'NOTICES.OTHER_KIND');
    refused(bench, { type: 'IssueNotice', kind: 'noticeOfViolation' }, 'NOTICES.ALREADY_ISSUED');
  });

  it('is refused for a party that turned out to be a duplicate', () => {
    const bench = new NoticeBench();
    bench.do(drafting());
    bench.facts = { ...FACTS, recipient: { ...RECIPIENT, duplicateOf: 'party-9' } };
    refused(bench, { type: 'IssueNotice', kind: 'noticeOfViolation' }, 'NOTICES.PARTY_IS_DUPLICATE');
  });
});

describe('the notice of a document', () => {
  const issue = {
    type: 'IssueDocumentNotice',
    documentId: FINE.fineId,
    kind: 'civilFine',
    caseId: 'case-1',
    partyId: 'party-1',
    premisesId: 'premises-1',
  } as const;

  it('of a fine is the frozen document of the fine itself, of its own day, and is there once', () => {
    const bench = withFacts({ document: FINE }).on('2026-06-04');
    expect(bench.do(issue).map(({ type }) => type)).toEqual(['NoticeDrafted', 'NoticeIssued']);
    expect(ofType(bench.events, 'NoticeIssued')).toMatchObject({
      noticeId: noticeIdOfDocument(FINE.fineId),
      number: null,
      recipient: FINE.document,
      issuedBy: 'officer-2',
      issuedOn: '2026-06-02',
    });
    expect(bench.do(issue)).toEqual([]);
  });

  it('is not made for a fine that was served before notices existed, was withdrawn, or was agreed', () => {
    for (const more of [{ servedOn: '2026-06-03' }, { withdrawnOn: '2026-06-03' }, { agreed: true }])
      expect(withFacts({ document: { ...FINE, ...more } }).do(issue)).toEqual([]);
  });

  it('of a fine is issued without an address, and its service carries the warning', () => {
    const document = { ...FINE, document: { ...FINE.document, recipientAddress: null } };
    const bench = withFacts({ document });
    bench.do(issue);
    bench.on('2026-06-06').do(serving());
    expect(ofType(bench.events, 'NoticeServed').warnings).toEqual(['noAddress']);
  });

  it('of a decision is addressed as the register says that day', () => {
    const bench = new NoticeBench().on('2026-06-09');
    bench.do({ ...issue, kind: 'decision', documentId: 'appeal-1.decision-1' });
    expect(ofType(bench.events, 'NoticeIssued')).toMatchObject({
      kind: 'decision',
      recipient: { addressedOn: '2026-06-09', recipientName: 'Example Owner' },
    });
  });

  it('of a fine is issued with its service where the process has not come to it yet', () => {
    const bench = withFacts({ document: FINE }).on('2026-06-06');
    const events = bench.do(serving({ documentId: FINE.fineId }));
    expect(events.map(({ type }) => type)).toEqual([
      'NoticeDrafted',
      'NoticeIssued',
      'ServiceAttempted',
      'NoticeServed',
    ]);
    expect(bench.do(issue)).toEqual([]);
  });

  it('cannot be served once the fine is withdrawn, nor for a fine that was agreed or served before', () => {
    const asked = serving({ documentId: FINE.fineId });
    const with_ = (more: object) => withFacts({ document: { ...FINE, ...more } }).on('2026-06-06');
    refused(with_({ withdrawnOn: '2026-06-03' }), asked, 'FINES.FINE_WITHDRAWN');
    refused(with_({ agreed: true }), asked, 'NOTICES.AGREED_FINE');
    refused(with_({ servedOn: '2026-06-03' }), asked, 'NOTICES.ALREADY_SERVED');
    const bench = with_({});
    bench.do(issue);
    bench.facts = { ...bench.facts, document: { ...FINE, withdrawnOn: '2026-06-05' } };
    refused(bench, asked, 'FINES.FINE_WITHDRAWN');
  });

  it('is neither amended nor withdrawn by itself when it carries a fine', () => {
    const bench = withFacts({ document: FINE });
    bench.do(issue);
    refused(bench, { type: 'AmendNotice', facts: 'Other', reason: 'Wrong' }, 'NOTICES.CARRIES_A_DOCUMENT');
    refused(bench, { type: 'WithdrawNotice', reason: 'Wrong' }, 'NOTICES.CARRIES_A_DOCUMENT');
  });
});

describe('amending a notice (hard case 62)', () => {
  const amendment: NoticeCommand = {
    type: 'AmendNotice',
    findingIds: [OTHER_FINDING.findingId],
    reason: 'The pH was above 9.5, not below 5.5.',
  };

  it('makes the next version, to be issued and served again; the earlier one keeps its service', () => {
    const bench = NoticeBench.issued().on('2026-06-06');
    bench.do(serving());
    bench.on('2026-06-08').facts = { ...FACTS, findings: [OTHER_FINDING] };
    bench.do(amendment);
    expect(bench.notice).toMatchObject({ status: 'drafted', versions: [{ service: { servedOn: '2026-06-05' } }, {}] });
    expect(bench.notice.versions[1]!.content).toEqual({
      findingIds: [OTHER_FINDING.findingId],
      ruleIds: ['168-27D(8)'],
      facts: 'pH 4.9 at the control manhole.',
      demand: 'Neutralize before discharge.',
      complyBy: null,
    });
    refused(bench, serving({ servedAt: noon('2026-06-08') }), 'NOTICES.NOT_ISSUED');
    bench.do({ type: 'IssueNotice', kind: 'noticeOfViolation' }, { number: 'NOV-2026-002' });
    bench.on('2026-06-10').do(serving({ servedAt: noon('2026-06-10') }));
    expect(bench.notice).toMatchObject({
      status: 'served',
      versions: [
        { version: 1, issue: { number: 'NOV-2026-001' }, service: { servedOn: '2026-06-05' } },
        { version: 2, issue: { number: 'NOV-2026-002' }, service: { servedOn: '2026-06-10' } },
      ],
    });
  });

  it('replaces the wording of a draft that nobody was shown', () => {
    const bench = new NoticeBench();
    bench.do(drafting({ complyBy: '2026-06-30' }));
    bench.do({ type: 'AmendNotice', complyBy: null, reason: 'No date yet.' });
    expect(bench.notice.versions).toMatchObject([{ version: 1, content: { complyBy: null } }]);
  });

  it('changes something, and stays with the party', () => {
    const bench = NoticeBench.issued();
    bench.facts = { ...FACTS, findings: null };
    refused(bench, { type: 'AmendNotice', reason: 'None.' }, 'NOTICES.NOTHING_AMENDED');
    bench.facts = { ...FACTS, findings: [{ ...OTHER_FINDING, partyId: 'party-2' }] };
    refused(bench, amendment, 'NOTICES.TWO_PARTIES');
  });
});

describe('withdrawing a notice', () => {
  it('keeps what was served visible and ends everything but the return of mail', () => {
    const bench = NoticeBench.issued();
    const mailing = bench.attempt('firstClassMail', 'mailed', '2026-06-03');
    bench.on('2026-06-06').do({ type: 'WithdrawNotice', reason: 'Sent in error.' });
    expect(bench.notice).toMatchObject({ status: 'withdrawn', withdrawal: { withdrawnOn: '2026-06-06' } });
    refused(bench, serving(), 'NOTICES.WITHDRAWN', { withdrawnOn: '2026-06-06' });
    refused(bench, { type: 'WithdrawNotice', reason: 'Again.' }, 'NOTICES.WITHDRAWN');
    bench.returned(mailing, '2026-06-09');
    expect(bench.notice.versions[0]!.attempts[0]).toMatchObject({ returned: { reason: 'unclaimed' } });
  });
});

describe('a notice as of a past day', () => {
  it('leaves out acts of later days, one by one', () => {
    const bench = NoticeBench.issued();
    const mailing = bench.attempt('firstClassMail', 'mailed', '2026-06-03');
    bench.on('2026-06-06').do(serving());
    bench.returned(mailing, '2026-06-08');
    bench.on('2026-06-09').do({ type: 'AmendNotice', demand: 'Stop.', reason: 'Too little.' });
    bench.on('2026-06-11').do({ type: 'WithdrawNotice', reason: 'Settled.' });
    const on = (day: string) => noticeAsOf(bench.notice, day);
    expect(on('2026-06-01')).toBeNull();
    expect(on('2026-06-02')).toMatchObject({ status: 'issued', versions: [{ attempts: [] }] });
    expect(on('2026-06-04')).toMatchObject({ status: 'issued', versions: [{ attempts: [{ returned: null }] }] });
    expect(on('2026-06-05')).toMatchObject({ status: 'served' });
    expect(on('2026-06-08')!.versions[0]!.attempts[0]!.returned).not.toBeNull();
    expect(on('2026-06-09')).toMatchObject({ status: 'drafted', versions: [{}, { version: 2 }] });
    expect(on('2026-06-11')).toMatchObject({ status: 'withdrawn' });
  });
});
