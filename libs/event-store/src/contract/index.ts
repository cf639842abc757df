import { ALL } from './all.cases.js';
import { APPENDING } from './appending.cases.js';
import type { Capability, ContractCase, StoresUnderTest } from './contract.js';
import { DELETION } from './deletion.cases.js';
import { IDEMPOTENCY } from './idempotency.cases.js';
import { PAYLOAD } from './payload.cases.js';
import { READING } from './reading.cases.js';
import { SUBSCRIPTIONS } from './subscriptions.cases.js';

export { RETRIES } from './contract.js';
export type { Capability, ContractCase, StoresUnderTest } from './contract.js';

/** Every case of the engineering note, section 4, groups A to G; group H belongs to the runtime. */
export const CONTRACT: readonly ContractCase[] = [
  ...APPENDING,
  ...IDEMPOTENCY,
  ...PAYLOAD,
  ...READING,
  ...ALL,
  ...SUBSCRIPTIONS,
  ...DELETION,
];

/** Runs one case on stores of its own. */
export const runCase = async ({ run }: ContractCase, factory: () => Promise<StoresUnderTest>): Promise<void> => {
  const stores = await factory();
  try {
    await run(stores);
  } finally {
    await stores.cleanUp();
  }
};

/**
 * Registers the contract as a jest suite.
 * @param lacks what this adapter cannot have, each with its reason in one line. Cases that need it are shown as skipped,
 * with the reason; a capability that is missing without a reason fails its cases.
 */
export const eventStoreContract = (
  name: string,
  factory: () => Promise<StoresUnderTest>,
  lacks: Partial<Record<Capability, string>> = {},
): void => {
  describe(`${name} keeps the event store's contract`, () => {
    for (const contractCase of CONTRACT) {
      const { id, title, needs } = contractCase;
      const reason = needs && lacks[needs];
      if (reason) it.skip(`ES-${id} ${title} [not run: ${reason}]`, () => undefined);
      else it(`ES-${id} ${title}`, () => runCase(contractCase, factory));
    }
  });
};
