import type { EventCatalog } from '#kernel';
import { blindIndex, FIND_KEY, isSealed, MemoryKeyStore } from '#key-store';

import { EventCodec } from './codec.js';

const key = ({ noteId }: { noteId: string }) => `note-${noteId}`;
const catalog = {
  NoteTaken: {
    version: 1,
    sealed: [
      { key, fields: ['text'] },
      { key, fields: ['from.name', 'from.phones[]'], find: true },
    ],
  },
} as const satisfies EventCatalog;

describe('EventCodec.seal', () => {
  const taken = (noteId: string, name: string) => ({
    type: 'NoteTaken',
    data: { noteId, text: 'Seen at the pump house', from: { name, phones: ['5550101', '5550102'] } },
  });

  it('puts a keyed hash beside the texts that are to be found, and beside no others (design section 4)', async () => {
    const keys = new MemoryKeyStore();
    const codec = new EventCodec([catalog], keys);
    const { data } = await codec.seal(taken('1', 'Pat Elm'));
    const secret = await keys.getOrCreate(FIND_KEY);
    expect(data.text).toEqual({ $sealed: expect.not.objectContaining({ h: expect.anything() }) });
    expect(data.from.name).toEqual({ $sealed: expect.objectContaining({ h: blindIndex(secret, 'PAT  elm') }) });
    expect(data.from.phones.map((phone: unknown) => isSealed(phone) && phone.$sealed.h)).toEqual([
      blindIndex(secret, '5550101'),
      blindIndex(secret, '5550102'),
    ]);
    expect(await codec.open(data)).toEqual(taken('1', 'Pat Elm').data);
  });

  it('gives one person one hash in all events, each sealed under its own key', async () => {
    const codec = new EventCodec([catalog], new MemoryKeyStore());
    const hashes = await Promise.all(
      ['1', '2'].map(async (id) => {
        const name: unknown = (await codec.seal(taken(id, 'Pat Elm'))).data.from.name;
        return isSealed(name) ? name.$sealed.h : null;
      }),
    );
    expect(hashes[0]).toEqual(expect.any(String));
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('makes no key for finding while nothing is to be found', async () => {
    const keys = new MemoryKeyStore();
    const codec = new EventCodec(
      [{ Plain: { version: 1, sealed: [{ key: () => 'note-1', fields: ['text'] }] } }],
      keys,
    );
    await codec.seal({ type: 'Plain', data: { text: 'Seen' } });
    expect(await keys.get(FIND_KEY)).toBeNull();
  });
});
