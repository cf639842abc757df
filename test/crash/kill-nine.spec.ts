import { inFolder, killInTheMiddle } from './crash.js';

describe('kill -9 in the middle of 200 commands (design 8; faults.md E07)', () => {
  it('keeps every acknowledged command once, and the read models equal a rebuild', async () => {
    await inFolder((folder) => killInTheMiddle(folder, 70));
  }, 120_000);
});
