import { randomBytes } from 'node:crypto';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FolderKeyStoreOptions, RotationStep } from './index.js';
import { FolderKeyStore } from './index.js';

const made: string[] = [];
const newFolder = async (): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'master-'));
  made.push(parent);
  return join(parent, 'keys');
};
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

const open = (folder: string, options?: FolderKeyStoreOptions) => FolderKeyStore.open(folder, options);
const fails = (code: string) => expect.objectContaining({ code: `KEY_STORE.${code}` });
const keyFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^[0-9a-f]{64}$/.test(name));
const drafts = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /\.[0-9a-f]{16}$/.test(name));
interface RingText {
  wrapped: boolean;
  masters: { id: string; key: string }[];
}
const ringOf = async (file: string): Promise<RingText> => JSON.parse(await readFile(file, 'utf8')) as RingText;
/** Everything a folder holds, as one run of bytes. */
const bytesOf = async (folder: string): Promise<Buffer> =>
  Buffer.concat(await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))));

const NAMES = Array.from({ length: 12 }, (_, index) => `party-${index}`);
/** A folder with keys and what they are, opened once more so that nothing is cached. */
const withKeys = async (options?: FolderKeyStoreOptions): Promise<{ folder: string; keys: Map<string, Buffer> }> => {
  const folder = await newFolder();
  const store = await open(folder, options);
  const keys = new Map<string, Buffer>();
  for (const name of NAMES) keys.set(name, await store.getOrCreate(name));
  return { folder, keys };
};
const expectKeys = async (store: FolderKeyStore, keys: ReadonlyMap<string, Buffer>): Promise<void> => {
  for (const [name, key] of keys) expect(await store.get(name)).toEqual(key);
};

describe('keys at rest are wrapped under a master key (issue 4, deliverable 5; NIST SP 800-38D)', () => {
  it('puts no key into the folder as it is', async () => {
    const { folder, keys } = await withKeys();
    const bytes = await bytesOf(folder);
    for (const key of keys.values()) expect(bytes.includes(key)).toBe(false);
    expect((await stat(join(folder, 'master.json'))).mode & 0o777).toBe(0o600);
  });

  it('keeps the master keys in another place when told: the folder alone opens nothing', async () => {
    const elsewhere = join(await mkdtemp(join(tmpdir(), 'ring-')), 'ring.json');
    made.push(join(elsewhere, '..'));
    const { folder, keys } = await withKeys({ masterFile: elsewhere });
    expect(await readdir(folder)).not.toContain('master.json');
    await expectKeys(await open(folder, { masterFile: elsewhere }), keys);
    await expect(open(folder)).rejects.toEqual(fails('RING_MISSING'));
  });

  it('binds a key to its name: a file put in the place of another does not open', async () => {
    const { folder } = await withKeys();
    const [one, two] = await keyFiles(folder);
    await copyFile(join(folder, one!), join(folder, two!));
    const store = await open(folder);
    const answers = await Promise.allSettled(NAMES.map((name) => store.get(name)));
    expect(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))).toEqual([
      fails('DAMAGED'),
    ]);
  });

  it('makes no new ring over wrapped keys when the ring is gone', async () => {
    const { folder, keys } = await withKeys();
    const ring = join(folder, 'master.json');
    await rename(ring, `${ring}.away`);
    await expect(open(folder)).rejects.toEqual(fails('RING_MISSING'));
    expect(await readdir(folder)).not.toContain('master.json');
    await rename(`${ring}.away`, ring);
    await expectKeys(await open(folder), keys);
  });

  it.each(['', '{', '{}', '{"format":1,"folder":"a","wrapped":true,"masters":[]}', 'null'])(
    'says that the ring is damaged and leaves it as it is (%j)',
    async (content) => {
      const { folder } = await withKeys();
      await writeFile(join(folder, 'master.json'), content);
      await expect(open(folder)).rejects.toEqual(fails('RING_DAMAGED'));
      expect(await readFile(join(folder, 'master.json'), 'utf8')).toBe(content);
    },
  );

  it.each([0o640, 0o604, 0o666])('refuses a ring that others can read (%o), at every opening', async (mode) => {
    const { folder, keys } = await withKeys();
    await chmod(join(folder, 'master.json'), mode);
    await expect(open(folder)).rejects.toEqual(fails('UNSAFE_PERMISSIONS'));
    await chmod(join(folder, 'master.json'), 0o400);
    await expectKeys(await open(folder), keys);
  });

  it('takes a ring of mode 440 only where it is root’s, as credentials of systemd are', async () => {
    const { folder } = await withKeys();
    const ring = join(folder, 'master.json');
    await chmod(ring, 0o440);
    const { uid, gid } = await stat(ring);
    const outcome = await open(folder).then(
      () => 'opened',
      (error: { code: string }) => error.code,
    );
    expect(outcome).toBe(uid === 0 && gid === 0 ? 'opened' : 'KEY_STORE.UNSAFE_PERMISSIONS');
  });

  it('refuses the ring of another folder: rotating one would lose the keys of the other', async () => {
    const [a, b] = [await withKeys(), await withKeys()];
    await copyFile(join(a.folder, 'master.json'), join(b.folder, 'master.json'));
    await expect(open(b.folder)).rejects.toEqual(fails('OTHER_RING'));
  });

  it('says that ring and keys are of two backups when a key names a master the ring does not have', async () => {
    const { folder } = await withKeys();
    const copy = `${folder}-copy`;
    await cp(folder, copy, { recursive: true });
    await chmod(copy, 0o700);
    await (await open(folder)).rotateMaster();
    await copyFile(join(folder, 'master.json'), join(copy, 'master.json'));
    await expect((await open(copy)).get(NAMES[0]!)).rejects.toEqual(fails('UNKNOWN_MASTER'));
  });
});

describe('keys of earlier releases, which lay bare, are wrapped when the folder is opened', () => {
  /** The folder as the earlier release left it. */
  const bare = async (): Promise<{ folder: string; keys: Map<string, Buffer> }> => {
    const { folder, keys } = await withKeys();
    const hashes = new Map<string, string>();
    for (const name of NAMES) {
      const other = await newFolder();
      await (await open(other)).getOrCreate(name);
      hashes.set(name, (await keyFiles(other))[0]!);
    }
    await rm(folder, { recursive: true });
    await mkdir(folder, { mode: 0o700 });
    for (const [name, key] of keys) await writeFile(join(folder, hashes.get(name)!), key, { mode: 0o600 });
    return { folder, keys };
  };

  it('gives the same keys, and none of them lies bare any more', async () => {
    const { folder, keys } = await bare();
    await expectKeys(await open(folder), keys);
    const bytes = await bytesOf(folder);
    for (const key of keys.values()) expect(bytes.includes(key)).toBe(false);
    expect((await ringOf(join(folder, 'master.json'))).wrapped).toBe(true);
    await expectKeys(await open(folder), keys);
  });

  it.each(['keyDrafted', 'keyWrapped', 'allWrapped'] as const)('goes on after a break at %s', async (at) => {
    const { folder, keys } = await bare();
    let count = 0;
    await expect(
      open(folder, {
        onStep: (step) => {
          if (step === at && (count += 1) === (at === 'allWrapped' ? 1 : 5)) throw new Error('broken off');
        },
      }),
    ).rejects.toThrow('broken off');
    await expectKeys(await open(folder), keys);
    expect(await drafts(folder)).toEqual([]);
    for (const file of await keyFiles(folder)) expect(await readFile(join(folder, file))).toHaveLength(80);
  });

  it('refuses a bare key that appears later: it is nothing this program wrote', async () => {
    const { folder } = await withKeys();
    for (const file of await keyFiles(folder)) await writeFile(join(folder, file), randomBytes(32));
    await expect((await open(folder)).getOrCreate(NAMES[0]!)).rejects.toEqual(fails('BARE_KEY'));
  });
});

describe('rotateMaster wraps every key anew and forgets the old master (issue 4, deliverable 5; NIST SP 800-57 part 1, 5.3)', () => {
  it('keeps every key, gives each a new wrapping and drops the old master from the ring', async () => {
    const { folder, keys } = await withKeys();
    const store = await open(folder);
    const before = await bytesOf(folder);
    const old = (await ringOf(join(folder, 'master.json'))).masters;
    const { masterId, rewrapped } = await store.rotateMaster();
    expect(rewrapped).toBe(NAMES.length);
    expect((await ringOf(join(folder, 'master.json'))).masters.map(({ id }) => id)).toEqual([masterId]);
    expect((await bytesOf(folder)).includes(Buffer.from(old[0]!.id, 'hex'))).toBe(false);
    expect((await bytesOf(folder)).equals(before)).toBe(false);
    await expectKeys(store, keys);
    await expectKeys(await open(folder), keys);
    expect(await drafts(folder)).toEqual([]);
  });

  const STEPS: readonly RotationStep[] = [
    'masterAdded',
    'draftsRemoved',
    'keyDrafted',
    'keyWrapped',
    'allWrapped',
    'oldRemoved',
  ];
  it.each(STEPS)('broken off after %s, keys are all there, and a second run finishes', async (at) => {
    const { folder, keys } = await withKeys();
    let count = 0;
    const broken = await open(folder, {
      onStep: (step) => {
        if (step === at && (count += 1) === (at.startsWith('key') ? 7 : 1)) throw new Error('broken off');
      },
    });
    await expect(broken.rotateMaster()).rejects.toThrow('broken off');
    await expectKeys(await open(folder), keys);
    const late = await (await open(folder)).getOrCreate('party-late');
    const { masterId } = await (await open(folder)).rotateMaster();
    expect((await ringOf(join(folder, 'master.json'))).masters.map(({ id }) => id)).toEqual([masterId]);
    await expectKeys(await open(folder), new Map([...keys, ['party-late', late]]));
    expect(await drafts(folder)).toEqual([]);
  });

  it('lets nobody rotate at the same time, in this process or another', async () => {
    const { folder, keys } = await withKeys();
    const [one, two] = [await open(folder), await open(folder)];
    const outcomes = await Promise.allSettled([one.rotateMaster(), two.rotateMaster(), one.rotateMaster()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(fails('ROTATION_RUNNING'));
    await expectKeys(await open(folder), keys);
  });

  it('works beside another instance that reads and makes keys all the while', async () => {
    const { folder, keys } = await withKeys();
    const [rotating, working] = [await open(folder), await open(folder)];
    let rotations = 0;
    const rotate = async (): Promise<void> => {
      for (; rotations < 4; rotations += 1) await rotating.rotateMaster();
    };
    const work = async (): Promise<void> => {
      for (let index = 0; rotations < 4; index += 1) {
        keys.set(`case-${index}`, await working.getOrCreate(`case-${index}`));
        expect(await (await open(folder)).get(`case-${index}`)).toEqual(keys.get(`case-${index}`));
      }
    };
    await Promise.all([rotate(), work()]);
    expect(keys.size).toBeGreaterThan(NAMES.length);
    await expectKeys(await open(folder), keys);
    await rotating.rotateMaster();
    await expectKeys(working, keys);
    await expectKeys(await open(folder), keys);
  });

  it('makes whoever began a key under the old master begin again, at each step of a rotation', async () => {
    const { folder, keys } = await withKeys();
    const other = await open(folder);
    const begun: Promise<unknown>[] = [];
    const rotating = await open(folder, {
      onStep: async (step) => {
        if (step.startsWith('key')) return;
        const name = `case-${begun.length}`;
        // Begun at this step, and finished at some later one.
        begun.push(other.getOrCreate(name).then((key) => keys.set(name, key)));
        keys.set(`premises-${begun.length}`, await other.getOrCreate(`premises-${begun.length}`));
      },
    });
    await rotating.rotateMaster();
    await Promise.all(begun);
    await rotating.rotateMaster();
    await Promise.all(begun);
    await expectKeys(await open(folder), keys);
  });

  it('brings no destroyed key back, whenever in a rotation it is destroyed', async () => {
    const { folder, keys } = await withKeys();
    const other = await open(folder);
    const gone: string[] = [];
    const rotating = await open(folder, {
      onStep: async () => {
        const name = NAMES[gone.length];
        if (name === undefined) return;
        gone.push(name);
        await other.destroy(name);
      },
    });
    await rotating.rotateMaster();
    expect(gone.length).toBeGreaterThan(3);
    const store = await open(folder);
    for (const name of NAMES) expect(await store.get(name)).toEqual(gone.includes(name) ? null : keys.get(name));
    expect(await keyFiles(folder)).toHaveLength(NAMES.length - gone.length);
  });

  it('erases a key that lies beside the marker of its destruction, as after a crash or from a restored backup', async () => {
    const { folder } = await withKeys();
    const store = await open(folder);
    const [file] = await keyFiles(folder);
    await writeFile(join(folder, `${file}.destroyed`), '', { mode: 0o600 });
    await store.rotateMaster();
    expect(await keyFiles(folder)).not.toContain(file);
  });

  it('has on record what is done before the old master leaves', async () => {
    const { folder } = await withKeys();
    const store = await open(folder);
    const seen: number[] = [];
    const refused = store.rotateMaster(async () => {
      seen.push((await ringOf(join(folder, 'master.json'))).masters.length);
      throw new Error('not recorded');
    });
    await expect(refused).rejects.toThrow('not recorded');
    expect(seen).toEqual([2]);
    expect((await ringOf(join(folder, 'master.json'))).masters).toHaveLength(2);
    expect(await store.rotateMaster()).toEqual({ masterId: expect.stringMatching(/^[0-9a-f]{32}$/), rewrapped: 0 });
  });
});
