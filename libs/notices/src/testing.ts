import type { DecisionContext } from '#kernel';
import { foldEvents } from '#kernel';
import { contextAt } from '#kernel/testing';
import type { Finding } from '#cases/published';

import type { DraftNotice, NoticeCommand, RecordService } from './notice.commands.js';
import { noticeDecider } from './notice.decider.js';
import type { NoticeEvent } from './notice.events.js';
import type { FineDocumentFact, NoticeFacts } from './notice.facts.js';
import { noticeFold, type Notice, type NoticeState } from './notice.state.js';

/** Invented surroundings for specs: one case, one party, two findings. */
export const NOTICE = 'notice-1';
export const FINDING: Finding = {
  findingId: 'case-1.finding-1',
  caseId: 'case-1',
  partyId: 'party-1',
  premisesId: 'premises-1',
  ruleId: '168-27C(3)',
  ruleVersion: 1,
  findingKind: 'absolute',
  againstOwner: false,
  madeOn: '2026-06-01',
  opinionRecordedOn: null,
  withdrawn: false,
};
export const OTHER_FINDING: Finding = {
  ...FINDING,
  findingId: 'case-1.finding-2',
  ruleId: '168-27D(8)',
  findingKind: 'opinion',
};
export const RECIPIENT = { onFile: true, duplicateOf: null, name: 'Example Owner', address: '1 Example Road' };
export const FACTS: NoticeFacts = { findings: [FINDING], findingIdsInCase: [], recipient: RECIPIENT, document: null };
export const FINE: FineDocumentFact = {
  fineId: 'party-1.fine-1',
  statementId: null,
  number: 'CF-2026-001',
  caseId: 'case-1',
  partyId: 'party-1',
  premisesId: 'premises-1',
  findingId: FINDING.findingId,
  ruleId: FINDING.ruleId,
  document: { recipientName: 'Example Owner', recipientAddress: '1 Example Road', addressedOn: '2026-06-02' },
  madeBy: 'officer-2',
  madeOn: '2026-06-02',
  servedOn: null,
  withdrawnOn: null,
  agreed: false,
};

export const drafting = (more: Partial<DraftNotice> = {}): DraftNotice => ({
  type: 'DraftNotice',
  noticeId: NOTICE,
  kind: 'noticeOfViolation',
  caseId: null,
  findingIds: [FINDING.findingId],
  facts: 'pH 4.9 at the control manhole.',
  demand: 'Neutralize before discharge.',
  complyBy: null,
  documentId: null,
  ...more,
});

export const serving = (more: Partial<RecordService> = {}): RecordService => ({
  type: 'RecordService',
  documentId: null,
  servedAt: '2026-06-05T14:00:00.000Z',
  mailedAt: null,
  method: 'personal',
  proof: 'Affidavit of service',
  consentReference: null,
  attemptIds: null,
  ...more,
});

/** Noon of a local day. */
export const noon = (day: string): string => `${day}T16:00:00.000Z`;

/** One notice, decided on from command to command as in the running program. */
export class NoticeBench {
  readonly events: NoticeEvent[] = [];
  facts: NoticeFacts = FACTS;
  /** The local day on which the commands arrive, at noon. */
  day = '2026-06-02';

  context(more: Partial<DecisionContext> = {}): DecisionContext {
    return contextAt(noon(this.day), { number: 'NOV-2026-001', ...more });
  }

  get state(): NoticeState {
    return foldEvents(noticeFold, noticeFold.initialState(), this.events);
  }

  get notice(): Notice {
    if (this.state.status === 'none') throw new Error('no notice is on file');
    return this.state;
  }

  do(command: NoticeCommand, more: Partial<DecisionContext> = {}): readonly NoticeEvent[] {
    const decided = noticeDecider.decide(command, this.state, this.facts, this.context(more));
    this.events.push(...decided);
    return decided;
  }

  on(day: string): this {
    this.day = day;
    return this;
  }

  /** A notice of violation, issued on 2 June. */
  static issued(): NoticeBench {
    const bench = new NoticeBench();
    bench.do(drafting());
    bench.do({ type: 'IssueNotice', kind: 'noticeOfViolation' });
    return bench;
  }

  attempt(
    method: RecordService['method'],
    result: 'delivered' | 'affixed' | 'mailed' | 'posted' | 'sent' | 'notFound' | 'refused',
    day: string,
  ): string {
    if (this.day < day) this.day = day;
    const [event] = this.do({
      type: 'RecordServiceAttempt',
      method,
      at: noon(day),
      place: null,
      result,
      note: null,
      attemptedBy: null,
    });
    return (event as Extract<NoticeEvent, { type: 'ServiceAttempted' }>).data.attemptId;
  }

  returned(attemptId: string, day: string, reason: 'unclaimed' | 'undeliverable' = 'unclaimed'): void {
    if (this.day < day) this.day = day;
    this.do({ type: 'RecordMailReturned', attemptId, reason, returnedOn: day, note: null });
  }
}
