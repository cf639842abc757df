import { join } from 'node:path';

import { FixedClock, v5 } from '#kernel';
import { MemoryEventStore } from '#event-store/memory';
import type { AuditEvent } from '#identity';
import { AUDIT_TYPES, auditCatalog, AuditTrail } from '#identity';
import { MemoryKeyStore } from '#key-store';
import { EventCodec } from '#runtime';

import { GoldenEvents } from '../../apps/cli/src/golden-events.js';
import { ROOT } from '../support/program.js';

const month = '2026-06';
const [userId, by, sessionId, tokenId, fineId] = ['user', 'administrator', 'session', 'token', 'fine'].map((name) =>
  v5('golden', name),
) as [string, string, string, string, string];
const address = '192.0.2.7';

/** Case files do not sign in and are denied nothing: these are written as the program writes them, by the trail. */
const RECORDED: readonly AuditEvent[] = [
  { type: 'SignedIn', data: { month, userId, method: 'password', address } },
  { type: 'SignInFailed', data: { month, userId, method: 'passkey', reason: 'SIGN_IN.REFUSED', address } },
  { type: 'SignedOut', data: { userId, sessionId } },
  { type: 'SessionRevoked', data: { userId, sessionId, by } },
  { type: 'CredentialChanged', data: { userId, what: 'totpAdded', by: userId } },
  {
    type: 'AccessTokenChanged',
    data: { userId, tokenId, what: 'created', scopes: ['listCases'], expiresAt: '2026-09-15T16:00:00.000Z' },
  },
  {
    type: 'ConfidentialDataViewed',
    data: {
      month,
      operationId: 'revealComplainant',
      actorId: userId,
      role: 'officer',
      target: v5('golden', 'complaint'),
      reason: 'To ask when it was seen',
    },
  },
  {
    type: 'RecordsExported',
    data: {
      month,
      operationId: 'exportAudit',
      actorId: userId,
      role: 'auditor',
      from: '2026-06-01',
      through: '2026-06-30',
    },
  },
  {
    type: 'AdministrativeActDone',
    data: { month, operationId: 'grantRole', actorId: by, role: 'administrator', target: userId },
  },
];

describe('golden files of the audit, which no case file reaches', () => {
  it('hold what the trail writes today, of every kind, with an id and with what is none', async () => {
    const clock = new FixedClock('2026-06-15T16:00:00.000Z');
    const store = new MemoryEventStore({ clock });
    const codec = new EventCodec([auditCatalog], new MemoryKeyStore());
    const trail = new AuditTrail({ store, codec, clock, zone: 'America/New_York' }, false);
    for (const event of RECORDED) await trail.record(event);
    const denial = { operationId: 'getFine', actorId: userId, role: 'clerk', code: 'FINES.UNKNOWN_FINE', status: 404 };
    trail.denied({ ...denial, target: 'no id', address });
    for (let n = 0; n < 1000; n += 1) trail.denied({ ...denial, target: `${fineId}.fine-${n + 1}`, address });
    await trail.stop();

    const types = new Set<string>();
    for await (const { type } of store.readAll()) types.add(type);
    expect(types).toEqual(new Set(AUDIT_TYPES));

    const golden = new GoldenEvents(join(ROOT, 'test', 'golden-events'));
    await golden.look(store);
    expect(golden.finish()).toEqual({ written: [], differing: [] });
  });
});
