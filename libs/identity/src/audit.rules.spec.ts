import type { Actor } from '#kernel';
import { v5 } from '#kernel';

import { entryOf, idOrWhatStoodThere, targetOf } from './audit.rules.js';
import { rowOf } from './authorization.js';

const CASE = v5('case');
const officer: Actor = { id: 'demo-officer', role: 'officer', capacity: 'Town' };
const of = (id: string, input: object, actor = officer) => entryOf({ id }, rowOf(id)!, input, actor, '2026-06');

describe('what an act leaves in the audit (issue 4, deliverable 6), by its row of the one table', () => {
  it('a view of confidential data: of what, by whom, and why, where the request says', () => {
    expect(of('revealComplainant', { complaintId: CASE, reason: 'Subpoena on file' })).toEqual({
      type: 'ConfidentialDataViewed',
      data: {
        month: '2026-06',
        operationId: 'revealComplainant',
        actorId: 'demo-officer',
        role: 'officer',
        target: CASE,
        reason: 'Subpoena on file',
      },
    });
    expect(of('findComplaintsByComplainant', { name: 'Somebody' })).toMatchObject({
      data: { target: null, reason: null },
    });
  });

  it('never the name that was searched for', () => {
    expect(JSON.stringify(of('findComplaintsByComplainant', { name: 'Somebody', phone: '8455550100' }))).not.toMatch(
      /Somebody|8455550100/,
    );
  });

  it('an export, with the days it covers', () => {
    const auditor: Actor = { id: 'demo-auditor', role: 'auditor', capacity: 'Town' };
    expect(of('exportAudit', { from: '2026-06-01', through: '2026-06-30', cursor: '7' }, auditor)).toMatchObject({
      type: 'RecordsExported',
      data: { actorId: 'demo-auditor', from: '2026-06-01', through: '2026-06-30' },
    });
  });

  it('an administrative act, with what it was done to and none of its texts', () => {
    const entry = of('grantRole', { userId: CASE, role: 'officer', documentReference: 'Resolution about Somebody' });
    expect(entry).toMatchObject({ type: 'AdministrativeActDone', data: { operationId: 'grantRole', target: CASE } });
    expect(JSON.stringify(entry)).not.toContain('Somebody');
  });

  it('nothing for an everyday act or question: its own event tells of it', () => {
    expect(of('openCase', { premisesId: CASE })).toBeNull();
    expect(of('getCase', { caseId: CASE })).toBeNull();
  });
});

describe('what a request names (issue 4: ids guessed are logged)', () => {
  it('is the first field that holds an id, however odd the fields before it', () => {
    expect(targetOf({ caseId: 'x', findingId: `${CASE}.finding-1`, other: CASE })).toBe(`${CASE}.finding-1`);
    expect(targetOf({ other: CASE })).toBeNull();
    expect(targetOf({ caseId: { toString: () => CASE }, fineId: [CASE] })).toBeNull();
    for (const input of [null, undefined, 7, 'text', [CASE]]) expect(targetOf(input)).toBeNull();
  });

  it.each([
    [CASE, true],
    [`${CASE}.fine-2.statement-1`, true],
    [CASE.toUpperCase(), false],
    [`${CASE}\n`, false],
    [`${CASE}.fine-2'; DROP TABLE audit`, false],
    ['', false],
  ])('%j looks like an id: %s', (text, is) => {
    expect(idOrWhatStoodThere(text)).toEqual(is ? { target: text, asked: null } : { target: null, asked: text });
  });

  it('is told from a hostile text of a million letters at once, by its length', () => {
    expect(idOrWhatStoodThere(`${CASE}${'.a-1'.repeat(250_000)}`).target).toBeNull();
  });
});
