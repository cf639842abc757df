/** Streams whose ends are remembered at most: some ten megabytes. */
const MOST_STREAMS = 50_000;

/**
 * From which revision on a stream is known to hold nothing. A command loads its stream and its facts again and again,
 * mostly to learn that nothing came; this answers without searching the log. Exact: SQLite is asked every time whether
 * another connection has committed anything, and then all is forgotten.
 */
export class KnownEnds {
  private readonly ends = new Map<string, bigint>();
  private version: unknown;

  /** @param currentVersion changes whenever another connection has committed (`PRAGMA data_version`) */
  constructor(private readonly currentVersion: () => unknown) {}

  /** Whether the stream is known to have no event at this revision or after. */
  nothingFrom(stream: string, revision: bigint): boolean {
    const version = this.currentVersion();
    if (version !== this.version) {
      this.version = version;
      this.ends.clear();
    }
    const end = this.ends.get(stream);
    return end !== undefined && revision >= end;
  }

  /** Remembers what this connection has just read, after `nothingFrom`, or committed itself. */
  remember(stream: string, end: bigint): void {
    this.ends.delete(stream);
    this.ends.set(stream, end);
    if (this.ends.size > MOST_STREAMS) this.ends.delete(this.ends.keys().next().value!);
  }
}
