import { existsSync } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Actor, LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import { localDayOf, parseLocalDay } from '#legal-time';
import { AUDIT_TYPES, auditEntryOf } from '#identity';
import { SystemClock } from '#runtime';
import type { Town } from '#server';
import { configurationFrom, openTown } from '#server';

/**
 * Whoever has the data folder and its keys in hand. The command line does not know who that is and holds no grant, so
 * it claims no role of a person: the trace says that this program's command line was used on the machine itself.
 */
const CLI: Actor = { id: 'cli', role: 'process', capacity: 'Town' };

/** First and last local day of recording; both belong to the span. */
export interface AuditSpan {
  readonly from: LocalDay;
  readonly through: LocalDay;
}

/** @throws LEGAL_TIME.NOT_A_DAY, IDENTITY.BAD_SPAN */
const spanOf = (from: string | undefined, through: string | undefined): AuditSpan => {
  const span = { from: from ?? '', through: through ?? '' };
  for (const [name, day] of Object.entries(span)) parseLocalDay(day, name);
  if (span.through < span.from)
    throw new DomainError('IDENTITY.BAD_SPAN', 'The day --through lies before the day --from.', {
      kind: 'invalid',
      field: 'through',
    });
  return span;
};

/** The lines of a span, read from the log itself: a read model that is missing or behind hides nothing. */
async function* linesOf({ engine, store }: Town, { from, through }: AuditSpan, zone: string): AsyncGenerator<string> {
  for await (const stored of store.readAll({ filter: { types: AUDIT_TYPES } })) {
    const day = localDayOf(stored.recordedAt, zone);
    // A later entry may bear an earlier time, since a cluster's clocks step: every one is looked at.
    if (day < from || day > through) continue;
    const recorded = engine.codec.decode(stored);
    if (recorded) yield `${JSON.stringify(await engine.codec.open({ day, ...auditEntryOf(recorded) }))}\n`;
  }
}

/**
 * `outfall audit export --from DAY --through DAY`: writes every entry of the audit recorded on these local days as JSON
 * lines, in the order of the log, from the local data folder; also while a server runs on it. The export is itself on
 * file, durably, before its first line is written.
 * @param days as typed
 * @returns the exit code: 0 when all is written, 1 when there is no log in the data folder
 * @throws LEGAL_TIME.NOT_A_DAY, IDENTITY.BAD_SPAN, EVENT_STORE.…, KEY_STORE.…
 */
export const exportAudit = async (
  days: { readonly from?: string; readonly through?: string },
  environment: Readonly<Record<string, string | undefined>> = process.env,
  out: Writable = process.stdout,
): Promise<number> => {
  const span = spanOf(days.from, days.through);
  const configuration = configurationFrom(environment);
  if (!existsSync(configuration.logFile)) {
    process.stderr.write('There is no log in this data folder (OUTFALL_DATA).\n');
    return 1;
  }
  const town = await openTown(configuration, new SystemClock());
  try {
    await town.trail.record(
      {
        type: 'RecordsExported',
        data: {
          month: town.trail.month,
          operationId: 'exportAudit',
          actorId: CLI.id,
          role: CLI.role,
          ...span,
        },
      },
      CLI,
    );
    await pipeline(Readable.from(linesOf(town, span, configuration.zone)), out, { end: false });
    return 0;
  } catch (error) {
    // Whoever reads may stop reading (`| head`).
    if (['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String((error as { code?: unknown }).code))) return 0;
    throw error;
  } finally {
    await town.stop();
  }
};
