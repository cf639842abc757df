import { FixedClock, v5 } from '#kernel';
import type { AppendResult, Expectation, NewEvent } from '#event-store';
import { MemoryEventStore } from '#event-store/memory';
import { MemoryKeyStore } from '#key-store';
import { EventCodec } from '#runtime';

import type { AuditEvent } from './audit.events.js';
import { auditCatalog, auditKey, auditStream } from './audit.events.js';
import type { Denial } from './audit.trail.js';
import { AuditTrail } from './audit.trail.js';

const ZONE = 'America/New_York';

const { jest } = import.meta;

/** A log whose disk can be full for a while. */
class FillableStore extends MemoryEventStore {
  writable = true;

  override async append(stream: string, events: readonly NewEvent[], expectation: Expectation): Promise<AppendResult> {
    if (!this.writable) throw new Error('the disk is full');
    return super.append(stream, events, expectation);
  }
}

const setUp = () => {
  const clock = new FixedClock('2026-06-15T16:00:00.000Z');
  const store = new FillableStore({ clock });
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
    for (const over of [
      {},
      { actorId: 'demo-officer' },
      { target: v5('case', '1') },
      { target: v5('case', '2') },
      { address: '192.0.2.8' },
      { code: 'X.Y' },
    ])
      trail.denied(denial(over));
    await trail.stop();
    expect(await onFile()).toHaveLength(6);
  });

  it('a hundred thousand different ones in a minute do not fill the log: the rest is told as a number', async () => {
    const { trail, onFile } = setUp();
    for (let n = 0; n < 100_000; n += 1) trail.denied(denial({ target: v5(String(n)) }));
    await trail.stop();
    const events = await onFile();
    expect(events).toHaveLength(1001);
    expect(events.at(-1)).toMatchObject({ type: 'DenialsUncounted', data: { times: 99_000 } });
  });

  it('a hundred thousand guesses that are no ids are one kind of denial: an example and how many (issue 4: ids guessed)', async () => {
    const { codec, trail, onFile } = setUp();
    for (let n = 0; n < 100_000; n += 1) trail.denied(denial({ status: 404, target: `../../etc/passwd?${n}` }));
    await trail.stop();
    const events = await onFile();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ data: { target: null, times: 100_000 } });
    expect(await codec.open(events[0])).toMatchObject({ data: { asked: '../../etc/passwd?0' } });
  });

  it('a guessed id is kept as it was given; what is none is cut and sealed, since it may be a name (ASVS V16.2)', async () => {
    const { codec, trail, onFile } = setUp();
    const [caseId, findingId] = [v5('case'), `${v5('case')}.finding-3`];
    for (const target of [caseId, findingId, `Somebody's name ${'x'.repeat(1_000_000)}`])
      trail.denied(denial({ target }));
    await trail.stop();
    const events = await onFile();
    expect(events).toMatchObject([
      { data: { target: caseId, asked: null } },
      { data: { target: findingId, asked: null } },
      { data: { target: null } },
    ]);
    expect(JSON.stringify(events)).not.toContain('Somebody');
    const opened = (await codec.open(events[2])) as { data: { asked: string } };
    expect(opened.data.asked).toHaveLength(80);
    expect(opened.data.asked.startsWith("Somebody's name")).toBe(true);
  });

  it('every second what is due goes on file by itself; the second in which it fails does not end that', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const { clock, store, codec, onFile } = setUp();
      const trail = new AuditTrail({ store, codec, clock, zone: ZONE });
      store.writable = false;
      trail.denied(denial());
      await jest.advanceTimersByTimeAsync(1000);
      expect(await onFile()).toEqual([]);
      store.writable = true;
      await jest.advanceTimersByTimeAsync(1000);
      expect(await onFile()).toHaveLength(1);
      await trail.stop();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
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

  it('a denial of the last minute of a month that is written in the next lies in its own month', async () => {
    const { clock, trail, onFile } = setUp();
    clock.set('2026-07-01T03:59:59.500Z');
    trail.denied(denial());
    clock.set('2026-07-01T04:00:00.500Z');
    await trail.flush();
    expect(await onFile('2026-07')).toEqual([]);
    const [event] = await onFile('2026-06');
    expect(event).toMatchObject({ data: { month: '2026-06', address: { $sealed: { k: auditKey('2026-06') } } } });
    await trail.stop();
  });

  it('what could not be written stays gathered, in bounded memory, and goes on file once the log can be written again', async () => {
    const { clock, store, trail, onFile } = setUp();
    store.writable = false;
    for (let minute = 0; minute < 10; minute += 1) {
      clock.set(`2026-06-15T16:0${minute}:00.000Z`);
      for (let n = 0; n < 1000; n += 1) trail.denied(denial({ target: v5(String(minute), String(n)) }));
      trail.denied(denial({ target: v5('0', '0') }));
      await expect(trail.flush()).rejects.toThrow('full');
    }
    expect(await onFile()).toEqual([]);
    store.writable = true;
    await trail.flush();
    const events = await onFile();
    expect(events).toHaveLength(2001);
    expect(events[0]).toMatchObject({
      data: { times: 11, firstAt: '2026-06-15T16:00:00.000Z', lastAt: '2026-06-15T16:09:00.000Z' },
    });
    expect(events.at(-1)).toMatchObject({ type: 'DenialsUncounted', data: { times: 8000 } });
    await trail.stop();
    expect(await onFile()).toHaveLength(2001);
  });

  it('every entry says who wrote it, in which role and capacity, in whole metadata (design 4)', async () => {
    const { store, trail } = setUp();
    const by = { id: 'demo-auditor', role: 'auditor', capacity: 'Town' } as const;
    await trail.record(
      {
        type: 'RecordsExported',
        data: {
          month: trail.month,
          operationId: 'exportAudit',
          actorId: by.id,
          role: by.role,
          from: null,
          through: null,
        },
      },
      by,
    );
    await trail.record({ type: 'SignedOut', data: { userId: 'anna', sessionId: 's' } });
    const metadata = [];
    for await (const stored of store.readStream(auditStream('2026-06')))
      metadata.push({ ...stored.metadata, id: stored.id });
    for (const [n, actor, role] of [
      [0, 'demo-auditor', 'auditor'],
      [1, 'audit-trail', 'process'],
    ] as const) {
      const { id } = metadata[n]!;
      expect(metadata[n]).toMatchObject({
        actor,
        role,
        capacity: 'Town',
        operationId: 'audit',
        commandId: id,
        $correlationId: id,
        $causationId: id,
        v: 1,
        body: '',
      });
    }
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
