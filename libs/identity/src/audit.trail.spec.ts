import { FixedClock } from '#kernel';
import { MemoryEventStore } from '#event-store/memory';
import { MemoryKeyStore } from '#key-store';
import { EventCodec } from '#runtime';

import type { AuditEvent } from './audit.events.js';
import { auditCatalog, auditKey, auditStream } from './audit.events.js';
import type { Denial } from './audit.trail.js';
import { AuditTrail } from './audit.trail.js';

const ZONE = 'America/New_York';

const setUp = () => {
  const clock = new FixedClock('2026-06-15T16:00:00.000Z');
  const store = new MemoryEventStore({ clock });
  const keys = new MemoryKeyStore();
  const codec = new EventCodec([auditCatalog], keys);
  const trail = new AuditTrail({ store, codec, clock, zone: ZONE }, false);
  const onFile = async (month = '2026-06'): Promise<AuditEvent[]> => {
    const events: AuditEvent[] = [];
    for await (const stored of store.readStream(auditStream(month)))
      events.push(codec.decode(stored)!.event as AuditEvent);
    return events;
  };
  return { clock, store, keys, codec, trail, onFile };
};

const denial = (over: Partial<Denial> = {}): Denial => ({
  operationId: 'waiveCivilFine',
  actorId: 'demo-clerk',
  role: 'clerk',
  code: 'IDENTITY.NOT_YOUR_ROLE',
  status: 403,
  target: null,
  address: '192.0.2.7',
  ...over,
});

describe('the trace of denials (issue 4, deliverable 6; fault A04: 403 and a security event)', () => {
  it('the first of a kind goes on file at once, its repetitions of the minute as one, with how often', async () => {
    const { clock, trail, onFile } = setUp();
    trail.denied(denial());
    await trail.flush();
    expect(await onFile()).toMatchObject([
      { type: 'AccessDenied', data: { code: 'IDENTITY.NOT_YOUR_ROLE', times: 1 } },
    ]);
    for (let n = 0; n < 500; n += 1) trail.denied(denial());
    await trail.flush();
    expect(await onFile()).toHaveLength(1);
    clock.set('2026-06-15T16:01:00.000Z');
    await trail.flush();
    expect(await onFile()).toMatchObject([{ data: { times: 1 } }, { data: { times: 500 } }]);
    await trail.stop();
    expect(await onFile()).toHaveLength(2);
  });

  it('different ones are told apart: by who, what, which id and from where', async () => {
    const { trail, onFile } = setUp();
    for (const over of [{}, { actorId: 'demo-officer' }, { target: 'a' }, { address: '192.0.2.8' }, { code: 'X.Y' }])
      trail.denied(denial(over));
    await trail.stop();
    expect(await onFile()).toHaveLength(5);
  });

  it('a hundred thousand different ones in a minute do not fill the log: the rest is told as a number', async () => {
    const { trail, onFile } = setUp();
    for (let n = 0; n < 100_000; n += 1) trail.denied(denial({ target: String(n) }));
    await trail.stop();
    const events = await onFile();
    expect(events).toHaveLength(1001);
    expect(events.at(-1)).toMatchObject({ type: 'DenialsUncounted', data: { times: 99_000 } });
  });

  it('a stop writes what was gathered', async () => {
    const { trail, onFile } = setUp();
    trail.denied(denial());
    await trail.stop();
    expect(await onFile()).toHaveLength(1);
  });

  it('addresses are sealed under a key of the month; destroying it leaves the entry', async () => {
    const { trail, keys, codec, onFile } = setUp();
    await trail.record({
      type: 'SignedIn',
      data: { month: trail.month, userId: 'anna', method: 'password', address: '192.0.2.7' },
    });
    const [entry] = await onFile();
    expect(JSON.stringify(entry)).not.toContain('192.0.2.7');
    expect(await codec.open(entry)).toMatchObject({ data: { userId: 'anna', address: '192.0.2.7' } });
    await keys.destroy(auditKey('2026-06'));
    expect(await codec.open(entry)).toMatchObject({ data: { userId: 'anna', address: null } });
    await trail.stop();
  });

  it('an entry lies in its local month: 23:30 on 30 June is still June', async () => {
    const { clock, trail, onFile } = setUp();
    clock.set('2026-07-01T03:30:00.000Z');
    await trail.record({ type: 'SignedOut', data: { userId: 'anna', sessionId: 's' } });
    expect(await onFile('2026-06')).toHaveLength(1);
    await trail.stop();
  });

  it('a log that cannot be written fails what must be on file, and never the answer of a denial', async () => {
    const { store, trail } = setUp();
    await store.close();
    await expect(trail.record({ type: 'SignedOut', data: { userId: 'a', sessionId: 's' } })).rejects.toThrow();
    expect(() => trail.denied(denial())).not.toThrow();
    await expect(trail.stop()).rejects.toThrow();
  });
});
