/** Streams whose ends are remembered at most: some ten megabytes. */
const MOST_STREAMS = 50_000;

/** Commits of every connection of this process, to any file. */
let commitsHere = 0;

/** Says that a connection of this process has committed, so that the others look again. */
export const committedHere = (): void => {
  commitsHere += 1;
};

/**
 * From which revision on a stream is known to hold nothing. A command loads its stream and its facts again and again,
 * mostly to learn that nothing came; this answers without searching the log.
 *
 * SQLite is asked whether another connection has committed, and then all is forgotten. It is asked anew after every commit
 * in this process and whenever the event loop moves on: until then nobody can have told this process of a commit
 * elsewhere, so that a read that misses it stands before it in every order that can be observed.
 */
export class KnownEnds {
  private readonly ends = new Map<string, bigint>();
  private version: unknown;
  private commitsSeen = -1;
  private readonly lookAgain = (): void => {
    this.commitsSeen = -1;
  };

  /** @param currentVersion changes whenever another connection has committed (`PRAGMA data_version`) */
  constructor(private readonly currentVersion: () => unknown) {}

  /** Whether the stream is known to have no event at this revision or after. */
  nothingFrom(stream: string, revision: bigint): boolean {
    if (this.commitsSeen !== commitsHere) this.look();
    const end = this.ends.get(stream);
    return end !== undefined && revision >= end;
  }

  /** Remembers what this connection has just read, after `nothingFrom`, or committed itself. */
  remember(stream: string, end: bigint): void {
    this.ends.delete(stream);
    this.ends.set(stream, end);
    if (this.ends.size > MOST_STREAMS) this.ends.delete(this.ends.keys().next().value!);
  }

  private look(): void {
    const version = this.currentVersion();
    if (version !== this.version) {
      this.version = version;
      this.ends.clear();
    }
    // Runs before the event loop takes up anything from outside: after the promises that are ready now.
    if (this.commitsSeen < 0) process.nextTick(this.lookAgain);
    this.commitsSeen = commitsHere;
  }
}
