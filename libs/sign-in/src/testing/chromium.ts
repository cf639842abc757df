import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Chromium is: CHROMIUM_PATH, or the first of its names on PATH. */
export const chromiumPath = (): string => {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('There is no Chromium: install one, or name it in CHROMIUM_PATH.');
  return found;
};
