import { FixedClock, type Actor } from '#kernel';
import { casesCapability } from '#cases';
import { MemoryEventStore } from '#event-store/memory';
import { finesCapability } from '#fines';
import { MemoryKeyStore } from '#key-store';
import { lawCapability } from '#law';
import { noticesCapability } from '#notices';
import { offensesCapability } from '#offenses';
import { registryCapability } from '#registry';
import { Engine } from '#runtime';
import { validated } from '#runtime/http';

import { appealsCapability } from './index.js';
import { appealStream } from './published.js';

const OFFICER: Actor = { id: 'officer-1', role: 'officer', capacity: 'Town' };
const CLERK: Actor = { id: 'clerk-1', role: 'clerk', capacity: 'Town' };
const COUNSEL: Actor = { id: 'counsel-1', role: 'counsel', capacity: 'Town' };
const SECRET = 'The owner is ill and was away';

type Answer = Record<string, unknown>;

describe('appeals over the engine', () => {
  const clock = new FixedClock('2026-06-04T14:00:00.000Z');
  const store = new MemoryEventStore({ clock });
  let engine: Engine;
  let fineId: string;
  let findingId: string;
  let caseId: string;
  let appealId: string;
  let decisionId: string;

  const run = async (id: string, body: object, actor = CLERK): Promise<Answer> => {
    const operation = engine.operations.get(id)!;
    const input = operation.kind === 'command' ? validated(operation.body as new () => object, body) : body;
    return (await engine.execute(id, input, { actor })).answer;
  };
  const ask = async (id: string, body: object, options: { asOf?: string; knownAt?: string } = {}): Promise<Answer> =>
    (await engine.query(id, body, { actor: CLERK, ...options })).answer as Answer;
  const on = (day: string, time = '14:00') => clock.set(`${day}T${time}:00.000Z`);

  beforeAll(async () => {
    engine = new Engine({
      store,
      keys: new MemoryKeyStore(),
      clock,
      capabilities: [
        lawCapability,
        registryCapability,
        casesCapability,
        offensesCapability,
        finesCapability,
        noticesCapability,
        appealsCapability,
      ],
      zone: 'America/New_York',
      folder: null,
    });
    await engine.start();
    const premises = { address: '1 Example Road', parcelId: '1', jurisdiction: 'townOutsideVillage' };
    const { premisesId } = await run('registerPremises', { ...premises, jurisdictionBasis: 'Tax map' });
    const { partyId } = await run('registerParty', {
      ...{ name: 'Example Laundry LLC', partyKind: 'organization', address: '1 Example Road' },
    });
    await run('appointEnforcer', {
      ...{ officerId: OFFICER.id, office: 'Superintendent', capacity: 'Town', documentReference: 'On file' },
      from: '2020-01-01',
    });
    await run('recordLocalLaw22EffectiveDate', { effectiveOn: '2009-06-22', filingReference: 'On file' });
    for (const name of ['1', '2', '3', '4', '5'])
      await run('fillBoardSeat', { seat: name, memberId: `member-${name}`, from: '2026-01-01', reference: 'Oath' });
    caseId = (await run('openCase', { premisesId, title: 'Laundry' }, OFFICER))['caseId'] as string;
    const finding = { caseId, partyId, ruleId: '168-27G', facts: 'Idle', againstOwner: false };
    findingId = (await run('makeFinding', finding, OFFICER))['findingId'] as string;
    await run('observeViolation', { findingId, at: '2026-06-01T10:00-04:00' }, OFFICER);
    await run('recordEnd', { findingId, at: '2026-06-03T10:00-04:00', continuityReason: 'Idle' }, OFFICER);
    const spans = [{ from: '2026-06-01', through: '2026-06-03' }];
    const fine = { findingId, spans, amount: { rateCents: 25_000 }, reason: 'Three days' };
    fineId = (await run('imposeCivilFine', fine, OFFICER))['fineId'] as string;
    await run('recordService', { fineId, servedAt: '2026-06-04T10:00-04:00', method: 'personal', proof: 'Receipt' });
  });

  afterAll(async () => {
    await engine.stop();
    await store.close();
  });

  it('tells the fine of an appeal before it answers, and keeps the grounds sealed in the log', async () => {
    const answer = await run('fileAppeal', { fineId, channel: 'mail', grounds: SECRET });
    appealId = answer['appealId'] as string;
    expect(answer).toMatchObject({ number: 'A-2026-001', route: 'board', marks: [], deadline: 'none written' });
    expect(await ask('getFine', { fineId })).toMatchObject({ appeals: [{ appealId, ended: null }], dueCents: 75_000 });
    expect(await ask('getAppeal', { appealId })).toMatchObject({ grounds: SECRET, status: 'docketed', pending: true });
    let log = '';
    for await (const event of store.readStream(appealStream(appealId))) log += JSON.stringify(event.data);
    expect(log).not.toContain(SECRET);
  });

  it('takes no second appeal against a document while one is pending', async () => {
    await expect(run('fileAppeal', { fineId, channel: 'mail', grounds: 'Again' })).rejects.toMatchObject({
      code: 'APPEALS.ALREADY_PENDING',
      details: { appealId },
    });
  });

  it('warns where the public was told less than 72 hours before, and issues the notice to the appellant', async () => {
    on('2026-06-08');
    const hearing = { appealId, hearingAt: '2026-06-10T19:00-04:00', place: 'Town Hall' };
    const answer = await run('noticeHearing', { ...hearing, publicNoticeAt: '2026-06-08T09:00-04:00' });
    expect(answer).toMatchObject({ warnings: [{ code: 'PUBLIC_NOTICE_UNDER_72_HOURS' }] });
    const { notices } = (await ask('listNotices', { caseId })) as { notices: { kind: string; documentId: string }[] };
    expect(notices).toContainEqual(
      expect.objectContaining({ kind: 'hearing', documentId: answer['hearingId'] as string }),
    );
    on('2026-06-11', '01:00');
    const { hearingId } = answer;
    await run('openHearing', { hearingId, openedAt: '2026-06-10T19:01-04:00' });
    await run('receiveAppealEvidence', { appealId, offeredBy: 'appellant', title: 'Statement' });
    await run('closeHearing', { hearingId, closedAt: '2026-06-10T20:00-04:00' });
    await run('certifyAppealRecord', { appealId });
  });

  it('shows the Board the days as the certificate froze them, whatever was recorded later', async () => {
    const before = await ask('getAppealPacket', { appealId });
    expect(before).toMatchObject({
      record: 'certified',
      counts: { days: 3, seen: 2, inferred: 1, cents: 75_000 },
      certified: { certifiedOn: '2026-06-10' },
      evidence: [{ title: 'Statement' }],
      board: { whole: 5, needed: 3 },
    });
    expect(before['question']).toContain('$250.00 a day for 3 day(s), 2026-06-01 to 2026-06-03: $750.00 in all');
    const { position } = before['certified'] as { position: string };
    const stored = [];
    for await (const event of store.readStream(appealStream(appealId))) stored.push(event);
    expect(stored.find(({ type }) => type === 'AppealRecordCertified')!.position).toBe(position);
    on('2026-06-12');
    await run('observeViolation', { findingId, at: '2026-06-02T10:00-04:00' }, OFFICER);
    expect(await ask('getOffenseDays', { findingId })).toMatchObject({ observed: 3 });
    expect(await ask('getAppealPacket', { appealId })).toMatchObject({ counts: { seen: 2, inferred: 1 } });
  });

  const draft = [
    { effect: 'reversed', days: ['2026-06-02'], text: 'Not seen' },
    { effect: 'modified', rest: true, cents: 10_000, text: 'Seen' },
  ];
  const findings = [{ kind: 'violating', day: '2026-05-30', text: 'The neighbor saw it' }];
  const asPreviewed: { after?: unknown } = {};

  it('previews what the decision then does, and refuses a preview for the reasons of the decision itself', async () => {
    const preview = { appealId, paragraphs: JSON.stringify(draft), findingsOfFact: JSON.stringify(findings) };
    const answer = await ask('previewDecision', preview);
    expect(answer).toMatchObject({
      before: { fine: { days: 3, chargedCents: 75_000, dueCents: 75_000 } },
      after: { fine: { days: 2, chargedCents: 20_000, dueCents: 20_000 } },
      chargedChangesBy: -55_000,
    });
    asPreviewed.after = (answer['after'] as { party: unknown }).party;
    const changes = [
      { day: '2026-05-30', from: 'absent', to: 'observed' },
      { day: '2026-05-31', from: 'absent', to: 'presumed' },
    ];
    expect(answer).toMatchObject({
      ledgerDays: { findings: [{ findingId, kind: 'violating', day: '2026-05-30', changes, notTaken: null }] },
      alsoTouched: { findings: [{ findingId, changes }], moneyMoves: false },
    });
    const before = JSON.stringify([{ kind: 'stopped', day: '2026-06-01', text: 'Not seen before' }]);
    expect(await ask('previewDecision', { ...preview, findingsOfFact: before })).toMatchObject({
      ledgerDays: { findings: [{ changes: [], notTaken: { code: 'OFFENSES.NOTHING_TO_STOP' } }] },
    });
    expect(await ask('getOffenseDays', { findingId })).toMatchObject({ observed: 3, presumed: 0 });
    const asked = (paragraphs: string) => ask('previewDecision', { appealId, paragraphs });
    await expect(asked('[')).rejects.toMatchObject({ code: 'APPEALS.NOT_JSON' });
    await expect(asked('[{"effect":"raised"}]')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(asked(JSON.stringify([draft[0]]))).rejects.toMatchObject({ code: 'APPEALS.DAY_UNDECIDED' });
  });

  it('answers a decision once the fine and the ledger hold its effect, and issues the notice that carries it', async () => {
    on('2026-06-20');
    const votes = ['1', '2', '3'].map((name) => ({ seat: name, vote: 'aye' }));
    const what = { paragraphs: draft, findingsOfFact: findings };
    const body = { appealId, decidedOn: '2026-06-20', resolutionNumber: '2026-070', votes, ...what };
    await expect(run('decideAppeal', body, OFFICER)).rejects.toMatchObject({ code: 'APPEALS.IMPOSING_OFFICER' });
    const answer = await run('decideAppeal', body);
    decisionId = answer['decisionId'] as string;
    const fine = await ask('getFine', { fineId });
    expect(fine).toMatchObject({ chargedCents: 20_000, dueCents: 20_000 });
    expect(fine).toMatchObject(asPreviewed.after as object);
    expect(await ask('getOffenseDays', { findingId })).toMatchObject({ observed: 4, presumed: 1 });
    expect(await ask('getAppeal', { appealId })).toMatchObject({
      status: 'decided',
      decisions: [{ decisionId, beingApplied: false, review: { lastDay: null } }],
    });
    await run('recordService', {
      documentId: decisionId,
      ...{ servedAt: '2026-06-20T10:00-04:00', method: 'personal', proof: 'Receipt' },
    });
    expect(await ask('getAppeal', { appealId })).toMatchObject({
      decisions: [{ service: { servedOn: '2026-06-20' }, review: { lastDay: '2026-10-20', open: true } }],
    });
  });

  it('reads the past by the same fold: as of a day, and as known at an instant', async () => {
    const as = async (options: { asOf?: string; knownAt?: string }) =>
      (await ask('getAppeal', { appealId }, options))['status'];
    expect(await as({ asOf: '2026-06-07' })).toBe('docketed');
    expect(await as({ asOf: '2026-06-10' })).toBe('heard');
    expect(await as({ knownAt: '2026-06-10T12:00:00.000Z' })).toBe('hearingNoticed');
    await expect(as({ asOf: '2026-06-03' })).rejects.toMatchObject({ code: 'APPEALS.UNKNOWN_APPEAL' });
    const list = async (options: { asOf?: string; knownAt?: string }) =>
      (await ask('listAppeals', { caseId }, options))['appeals'];
    expect(await list({ asOf: '2026-06-10' })).toMatchObject([{ status: 'heard', decisionId: null }]);
    expect(await list({ knownAt: '2026-06-10T12:00:00.000Z' })).toMatchObject([{ status: 'hearingNoticed' }]);
    expect(await list({})).toMatchObject([{ status: 'decided', servedOn: '2026-06-20' }]);
    expect(await list({ asOf: '2026-06-03' })).toEqual([]);
  });

  it('marks the decision final in the night after the four months, in the fine too, and once', async () => {
    on('2026-10-20', '23:00');
    await engine.runTicks();
    expect(await ask('getAppeal', { appealId })).toMatchObject({ decisions: [{ final: null }] });
    on('2026-10-21', '04:06');
    await engine.runTicks();
    await engine.runTicks();
    expect(await ask('getAppeal', { appealId })).toMatchObject({
      decisions: [{ final: { finalOn: '2026-10-21', because: 'timePassed' } }],
    });
    expect(await ask('getFine', { fineId })).toMatchObject({ decisions: [{ decisionId, finalOn: '2026-10-21' }] });
    const types: string[] = [];
    for await (const { type } of store.readStream(appealStream(appealId))) types.push(type);
    expect(types.filter((type) => type === 'DecisionBecameFinal')).toHaveLength(1);
  });

  it('records a petition that comes late, shows it as late, and lapses what the court annuls', async () => {
    on('2026-11-10');
    await run('recordArticle78Filed', { decisionId, indexNumber: '2026-9', filedOn: '2026-11-09' }, COUNSEL);
    expect(await ask('getAppeal', { appealId })).toMatchObject({
      pendingArticle78: true,
      decisions: [{ article78: { late: true } }],
    });
    await run(
      'recordArticle78Decision',
      { decisionId, outcome: 'annulled', annulledParagraphs: [1], decidedOn: '2026-11-10', reference: 'Order' },
      COUNSEL,
    );
    expect(await ask('getFine', { fineId })).toMatchObject({ chargedCents: 45_000 });
  });
});
