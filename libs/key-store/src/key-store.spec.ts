import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { KeyStore } from './index.js';
import { FolderKeyStore, MemoryKeyStore } from './index.js';

const made: string[] = [];
const newFolder = async (): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'keys-'));
  made.push(parent);
  return join(parent, 'keys');
};
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));
/** The files of keys and of their destruction; beside them lie the master keys, the folder's id and the lock. */
const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^[0-9a-f]{64}/.test(name)).sort();
const fails = (code: string) => expect.objectContaining({ code });

const adapters: ReadonlyArray<readonly [string, () => Promise<KeyStore>]> = [
  ['MemoryKeyStore', async () => new MemoryKeyStore()],
  ['FolderKeyStore', async () => FolderKeyStore.open(await newFolder())],
];

describe.each(adapters)('%s keeps the promises of the port', (_name, open) => {
  it('makes a key of 32 bytes on first use and gives the same one ever after', async () => {
    const keys = await open();
    const key = await keys.getOrCreate('party-1');
    expect(key).toHaveLength(32);
    expect(await keys.getOrCreate('party-1')).toEqual(key);
    expect(await keys.get('party-1')).toEqual(key);
  });

  it('gives each name a key of its own', async () => {
    const keys = await open();
    expect(await keys.getOrCreate('party-1')).not.toEqual(await keys.getOrCreate('party-2'));
  });

  it('has no key for a name never used, and does not make one by asking', async () => {
    const keys = await open();
    expect(await keys.get('party-1')).toBeNull();
    expect(await keys.get('party-1')).toBeNull();
  });

  it('agrees on one key when many ask for it at once', async () => {
    const keys = await open();
    const asked = await Promise.all(Array.from({ length: 20 }, () => keys.getOrCreate('party-1')));
    expect(new Set(asked.map((key) => key.toString('hex'))).size).toBe(1);
  });

  it('destroys a key for good: it is not given, and not made again', async () => {
    const keys = await open();
    await keys.getOrCreate('party-1');
    await keys.destroy('party-1');
    expect(await keys.get('party-1')).toBeNull();
    await expect(keys.getOrCreate('party-1')).rejects.toEqual(fails('KEY_STORE.DESTROYED'));
    await keys.destroy('party-1');
    await expect(keys.getOrCreate('party-1')).rejects.toEqual(fails('KEY_STORE.DESTROYED'));
  });

  it('remembers the destruction of a key that never was', async () => {
    const keys = await open();
    await keys.destroy('party-1');
    await expect(keys.getOrCreate('party-1')).rejects.toEqual(fails('KEY_STORE.DESTROYED'));
  });

  it('is not harmed by a caller who overwrites the buffer it was given', async () => {
    const keys = await open();
    const key = await keys.getOrCreate('party-1');
    const copy = Buffer.from(key);
    key.fill(0);
    expect(await keys.get('party-1')).toEqual(copy);
  });

  it('takes any text as a name, also one that looks like a path', async () => {
    const keys = await open();
    expect(await keys.getOrCreate('../party/\u0000é')).toHaveLength(32);
  });
});

describe('FolderKeyStore keeps its files to itself', () => {
  it('makes the folder 0700 and the files 0600, named by a hash that tells nothing', async () => {
    const folder = await newFolder();
    const keys = await FolderKeyStore.open(folder);
    await keys.getOrCreate('party-1');
    const [name, ...others] = await filesOf(folder);
    expect(others).toEqual([]);
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, name!))).mode & 0o777).toBe(0o600);
  });

  it.each([0o750, 0o705, 0o720])('refuses a folder that others can enter or read (%o)', async (mode) => {
    const folder = await newFolder();
    await FolderKeyStore.open(folder);
    await chmod(folder, mode);
    await expect(FolderKeyStore.open(folder)).rejects.toEqual(fails('KEY_STORE.UNSAFE_PERMISSIONS'));
  });

  it('refuses a key file that others can read', async () => {
    const folder = await newFolder();
    await (await FolderKeyStore.open(folder)).getOrCreate('party-1');
    await chmod(join(folder, (await filesOf(folder))[0]!), 0o640);
    const reopened = await FolderKeyStore.open(folder);
    await expect(reopened.get('party-1')).rejects.toEqual(fails('KEY_STORE.UNSAFE_PERMISSIONS'));
  });

  it('gives the same key after a restart, and two stores over one folder agree on a new one', async () => {
    const folder = await newFolder();
    const [one, two] = [await FolderKeyStore.open(folder), await FolderKeyStore.open(folder)];
    const [a, b] = await Promise.all([one.getOrCreate('party-1'), two.getOrCreate('party-1')]);
    expect(a).toEqual(b);
    expect(await (await FolderKeyStore.open(folder)).get('party-1')).toEqual(a);
  });

  it('leaves only the marker after a destruction, and another store that cached the key sees it', async () => {
    const folder = await newFolder();
    const [one, two] = [await FolderKeyStore.open(folder), await FolderKeyStore.open(folder)];
    await one.getOrCreate('party-1');
    await two.getOrCreate('party-1');
    await one.destroy('party-1');
    expect(await filesOf(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.destroyed$/)]);
    expect(await two.get('party-1')).toBeNull();
    await expect(two.getOrCreate('party-1')).rejects.toEqual(fails('KEY_STORE.DESTROYED'));
  });

  it('says so when a key file is damaged, and never makes a second key in its place', async () => {
    const folder = await newFolder();
    await (await FolderKeyStore.open(folder)).getOrCreate('party-1');
    const file = join(folder, (await filesOf(folder))[0]!);
    await writeFile(file, 'short');
    const reopened = await FolderKeyStore.open(folder);
    await expect(reopened.getOrCreate('party-1')).rejects.toEqual(fails('KEY_STORE.DAMAGED'));
    expect(await readFile(file, 'utf8')).toBe('short');
  });
});
