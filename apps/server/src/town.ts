import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Clock } from '#kernel';
import { FixedClock } from '#kernel';
import type { EventStore } from '#event-store';
import { MemoryEventStore } from '#event-store/memory';
import { SqliteEventStore } from '#event-store/sqlite';
import type { KeyStore } from '#key-store';
import { FolderKeyStore, MemoryKeyStore } from '#key-store';
import { AuditTrail, townAccess } from '#identity';
import { Engine } from '#runtime';

import { ALL_CAPABILITIES } from './capabilities.js';
import type { Configuration } from './configuration.js';

/** One town's running program over one log. */
export interface Town {
  readonly engine: Engine;
  readonly store: EventStore;
  readonly clock: Clock;
  readonly keys: KeyStore;
  readonly trail: AuditTrail;
  /** Stops the engine, then closes the log. */
  stop(): Promise<void>;
}

export interface TownParts {
  readonly store: EventStore;
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly zone: string;
  /** Folder of the read models; null keeps them in memory. */
  readonly folder: string | null;
  /** Whether demo persons are let in: never where people sign in. */
  readonly demo: boolean;
}

/** Puts the capabilities together over a log and keys; not started yet. */
export const assemble = ({ store, keys, clock, zone, folder, demo }: TownParts): Town => {
  let trail: AuditTrail | null = null;
  const engine = new Engine({
    store,
    keys,
    clock,
    zone,
    folder,
    capabilities: ALL_CAPABILITIES,
    access: (services) => {
      trail = new AuditTrail(services, !(clock instanceof FixedClock));
      return townAccess({ demo, trail, services });
    },
  });
  return {
    engine,
    store,
    clock,
    keys,
    trail: trail!,
    stop: async () => {
      try {
        await trail!.stop();
      } finally {
        await engine.stop();
        await store.close();
      }
    },
  };
};

/** The places on disk where a town is kept. */
export type TownFolders = Pick<
  Configuration,
  'logFile' | 'keysFolder' | 'masterKeyFile' | 'readModelFolder' | 'zone' | 'identity'
>;

/** Opens (or makes) the log and the keys on disk; nothing is started. @throws EVENT_STORE.UNAVAILABLE, KEY_STORE.… */
export const openTown = async (folders: TownFolders, clock: Clock): Promise<Town> => {
  for (const folder of [dirname(folders.logFile), folders.readModelFolder])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = await FolderKeyStore.open(
    folders.keysFolder,
    folders.masterKeyFile === null ? {} : { masterFile: folders.masterKeyFile },
  );
  const store = await SqliteEventStore.open({ file: folders.logFile, clock });
  return assemble({
    store,
    keys,
    clock,
    zone: folders.zone,
    folder: folders.readModelFolder,
    demo: folders.identity === 'demo',
  });
};

/** A town that is kept nowhere: for tests and what-if work. */
export const memoryTown = (clock: Clock, zone: string): Town =>
  assemble({
    store: new MemoryEventStore({ clock }),
    keys: new MemoryKeyStore(),
    clock,
    zone,
    folder: null,
    demo: true,
  });
