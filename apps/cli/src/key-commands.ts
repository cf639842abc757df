import type { Actor, Clock } from '#kernel';
import { DomainError } from '#kernel';
import type { KeyStore, MasterKeys } from '#key-store';
import { CommandRunner, SystemClock } from '#runtime';
import { configurationFrom, openTown } from '#server';

/** Whoever may run a command on this machine: the log knows no more of them than that. */
const COMMAND_LINE: Actor = { id: 'command-line', role: 'process', capacity: 'Town' };

const hasMaster = (keys: KeyStore): keys is KeyStore & MasterKeys => 'rotateMaster' in keys;

/**
 * Wraps every key under a new master key, puts the rotation on file, and forgets the old master key; finishes a rotation
 * that broke off. Works beside a running server, which reads the new master key when it meets it. Only the log and the
 * keys are opened: no process and no clock is started.
 * @returns the exit code
 * @throws KEY_STORE.ROTATION_RUNNING, KEY_STORE.RING_NOT_WRITABLE and whatever opening the keys throws
 */
export const rotateMasterKey = async (
  environment: Readonly<Record<string, string | undefined>> = process.env,
  clock: Clock = new SystemClock(),
  tell: (line: string) => void = (line) => void process.stdout.write(line),
): Promise<number> => {
  const town = await openTown(configurationFrom(environment), clock);
  try {
    const { engine, store } = town;
    const { keys, codec, loader, zone } = engine.services;
    const record = engine.operations.get('recordMasterKeyRotation');
    if (!hasMaster(keys) || record?.kind !== 'command')
      throw new DomainError('KEY_STORE.NO_MASTER', 'These keys are kept without a master key.', { kind: 'refused' });
    const secret = await keys.getOrCreate('runtime:command-bodies');
    const runner = new CommandRunner(store, codec, loader, clock, secret, zone);
    const { masterId, rewrapped } = await keys.rotateMaster(async (rotation) => {
      // On file before the old master key is gone. A run that finishes another's tells again; the register keeps one.
      const key = `${rotation.masterId}.${rotation.rewrapped}`;
      await runner.run(record, { ...rotation }, { actor: COMMAND_LINE, key });
    });
    tell(`${rewrapped} key(s) were wrapped under the new master key ${masterId}; the old one is gone.\n`);
    tell(
      'Back up the keys and the file of the master key together now: older backups of the one do not fit the other.\n',
    );
    return 0;
  } finally {
    await town.stop();
  }
};
