import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import type { Capability, EngineServices } from '#runtime';
import type { Subscription } from '#event-store';
import { fileLock } from '#key-store';

import { KEYS_STREAM, keyNameOf } from './key.events.js';
import { destroyedIn, keysFold } from './key.facts.js';

const RETRY_MILLISECONDS = 1000;

/**
 * Carries out what the register of keys says: a key named there as destroyed goes from the key store, and the read model
 * is built again without the person. Doing it twice, in two processes, or again after a crash at any step changes nothing.
 */
class Forgetting {
  private work: Promise<void> = Promise.resolve();
  private subscription: Subscription | null = null;
  private stopping = false;
  /** How many destroyed keys a read model in memory was built without. */
  private inMemory = 0;

  constructor(private readonly services: EngineServices) {}

  /** Before anything is served; then with every destruction, also one that another server records. */
  async start(): Promise<void> {
    await this.catchUp();
    this.follow();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.subscription?.stop();
    await this.work.catch(() => undefined);
  }

  /** Resolves when every destruction on file at the time of the call is carried out. One at a time. */
  catchUp(): Promise<void> {
    const next = this.work.then(
      () => this.forgetAll(),
      () => this.forgetAll(),
    );
    this.work = next;
    return next;
  }

  private follow(): void {
    this.subscription = this.services.store.subscribe({
      filter: { types: ['PersonalKeyDestroyed'] },
      handle: () => this.catchUp(),
      onState: (state) => {
        if (state === 'dropped')
          setTimeout(() => {
            if (!this.stopping) this.follow();
          }, RETRY_MILLISECONDS).unref();
      },
    });
  }

  private async forgetAll(): Promise<void> {
    const { folder, loader } = this.services;
    const names = destroyedIn((await loader.load(KEYS_STREAM, keysFold)).state).map(keyNameOf);
    if (names.length === 0) return;
    if (folder === null) return this.forget(names);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = await fileLock(join(folder, 'destroyed-keys.lock'));
    try {
      await this.forget(names);
    } finally {
      lock.release();
    }
  }

  private async forget(names: readonly string[]): Promise<void> {
    const { keys, engine } = this.services;
    const done = this.done;
    let gone = 0;
    for (const [index, name] of names.entries()) {
      // A key that came back, from a backup of the keys, goes again.
      if (index < done && (await keys.get(name)) === null) continue;
      await keys.destroy(name);
      gone += 1;
    }
    if (gone === 0) return engine.readModel.reopenIfReplaced();
    await engine.readModel.rebuild();
    this.done = names.length;
  }

  private get mark(): string | null {
    const { folder } = this.services;
    return folder === null ? null : join(folder, 'destroyed-keys');
  }

  /** How many destroyed keys, in the register's order, the read model was built without. */
  private get done(): number {
    if (this.mark === null) return this.inMemory;
    return existsSync(this.mark) ? Number(readFileSync(this.mark, 'utf8')) || 0 : 0;
  }

  private set done(count: number) {
    this.inMemory = count;
    if (this.mark === null) return;
    const draft = `${this.mark}.new`;
    const file = openSync(draft, 'w', 0o600);
    writeSync(file, String(count));
    fsyncSync(file);
    closeSync(file);
    renameSync(draft, this.mark);
  }
}

/** The part of identity that runs by itself: destroyed persons are forgotten before an answer leaves and at each start. */
export const forgetDestroyedPersons: NonNullable<Capability['ticks']> = (services) => {
  const forgetting = new Forgetting(services);
  return {
    ticks: [],
    start: () => forgetting.start(),
    stop: () => forgetting.stop(),
    afterwards: { confirmKeyDestruction: () => forgetting.catchUp() },
  };
};
