import { inFolder, killInTheMiddle } from '../crash/crash.js';

describe('twenty kills at random moments (faults.md E07)', () => {
  for (let round = 1; round <= 20; round += 1) {
    const after = 1 + Math.floor(Math.random() * 180);
    it(`round ${round}: killed after ${after} answers, nothing acknowledged is lost and nothing is doubled`, async () => {
      await inFolder((folder) => killInTheMiddle(folder, after));
    }, 120_000);
  }
});
