/**
 * Reads the settings back from each contender. A contender that is not durable is no comparison.
 * @throws when one of them is not in WAL mode with synchronous=FULL (2)
 */
export const requireDurable = async (contenders) => {
  const seen = {};
  for (const [name, log] of Object.entries(contenders)) {
    const { journal, synchronous, sqlite } = await log.durability();
    if (journal !== 'wal' || synchronous !== 2)
      throw new Error(
        `${name} runs with journal_mode=${journal}, synchronous=${synchronous}; wal and 2 (FULL) are needed`,
      );
    seen[name] = { journal, synchronous, sqlite };
  }
  return seen;
};
