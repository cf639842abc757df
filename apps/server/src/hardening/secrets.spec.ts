import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isDomainError } from '#kernel';

import { readSecret } from './secrets.js';

const folder = mkdtempSync(join(tmpdir(), 'outfall-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = 'correct horse battery staple';

const file = (name: string, contents: string | Uint8Array, mode = 0o600): string => {
  const path = join(folder, name);
  writeFileSync(path, contents);
  chmodSync(path, mode);
  return path;
};

const refusalOf = (environment: Record<string, string>): string => {
  try {
    readSecret(environment, 'OUTFALL_SECRET');
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { code, message, details } = error;
    const shown = JSON.stringify({ code, message, details });
    expect(shown).not.toContain(SECRET);
    expect(code).toBe('SERVER.BAD_SECRET');
    return message;
  }
  throw new Error('it was taken');
};

describe('a secret comes from a file of its owner’s, or from the environment (issue 4, deliverable 7; ASVS 5.0 V13.3)', () => {
  it('is the text of the file, without the one end of line that an editor adds', () => {
    for (const [name, contents, expected] of [
      ['plain', SECRET, SECRET],
      ['line', `${SECRET}\n`, SECRET],
      ['windows', `${SECRET}\r\n`, SECRET],
      ['two', `${SECRET}\n\n`, `${SECRET}\n`],
      ['spaces', ` ${SECRET} `, ` ${SECRET} `],
    ] as const)
      expect(readSecret({ OUTFALL_SECRET_FILE: file(name, contents) }, 'OUTFALL_SECRET')).toBe(expected);
  });

  it('is the variable itself where no file is named, and null where neither is', () => {
    expect(readSecret({ OUTFALL_SECRET: SECRET }, 'OUTFALL_SECRET')).toBe(SECRET);
    expect(readSecret({}, 'OUTFALL_SECRET')).toBeNull();
    expect(readSecret({ OUTFALL_SECRET: '', OUTFALL_SECRET_FILE: '' }, 'OUTFALL_SECRET')).toBeNull();
  });

  it('given twice is an error that says which to keep', () => {
    const path = file('twice', SECRET);
    expect(refusalOf({ OUTFALL_SECRET: SECRET, OUTFALL_SECRET_FILE: path })).toMatch(/given twice.*Keep the file/);
  });

  it.each([0o640, 0o604, 0o660, 0o666, 0o644, 0o610])('a file of mode %o may be read by others: refused', (mode) => {
    expect(refusalOf({ OUTFALL_SECRET_FILE: file(`mode-${mode}`, SECRET, mode) })).toMatch(/owner alone/);
  });

  it('a file of mode 400 is taken', () => {
    expect(readSecret({ OUTFALL_SECRET_FILE: file('read-only', SECRET, 0o400) }, 'OUTFALL_SECRET')).toBe(SECRET);
  });

  it('a link is followed, and the mode of what it leads to counts', () => {
    const link = join(folder, 'link');
    symlinkSync(file('linked', SECRET, 0o600), link);
    expect(readSecret({ OUTFALL_SECRET_FILE: link }, 'OUTFALL_SECRET')).toBe(SECRET);
    const open = join(folder, 'open-link');
    symlinkSync(file('linked-open', SECRET, 0o644), open);
    expect(refusalOf({ OUTFALL_SECRET_FILE: open })).toMatch(/owner alone/);
  });

  it('a file that is not there, a folder, an empty, a huge or a binary file is refused, by the name of the variable', () => {
    const inner = join(folder, 'inner');
    mkdirSync(inner, { mode: 0o700 });
    for (const [path, reason] of [
      [join(folder, 'nowhere'), /can be read \(ENOENT\)/],
      [inner, /no folder/],
      [file('empty', ''), /something in it/],
      [file('only-a-line', '\n'), /something in it/],
      [file('huge', SECRET.repeat(1000)), /at most 16384 bytes/],
      [file('binary', new Uint8Array([0xff, 0xfe, 0x00])), /UTF-8/],
    ] as const)
      expect(refusalOf({ OUTFALL_SECRET_FILE: path })).toMatch(reason);
    expect(refusalOf({ OUTFALL_SECRET_FILE: join(folder, 'nowhere') })).toContain('OUTFALL_SECRET_FILE');
  });
});
