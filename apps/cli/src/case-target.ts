import { FixedClock } from '#kernel';
import { DEFAULT_ZONE } from '#legal-time';
import type { Server } from '#server';
import { createServer, memoryTown } from '#server';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Where case files are run. */
export interface CaseTarget {
  send(call: Call): Promise<Reply>;
  close(): Promise<void>;
}

const readBody = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
};

const payloadOf = (body: unknown): { headers: Record<string, string>; payload?: string } =>
  body === undefined
    ? { headers: {} }
    : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };

/** A server in this process, reached without a network; each case gets a fresh log on disk. */
export class EmbeddedTarget implements CaseTarget {
  constructor(readonly server: Server) {}

  static async open(zone = DEFAULT_ZONE): Promise<EmbeddedTarget> {
    const clock = new FixedClock('2000-01-01T12:00:00.000Z');
    const town = memoryTown(clock, zone);
    await town.engine.start();
    return new EmbeddedTarget(await createServer({ town, zone, testClock: clock, logLevel: 'silent' }));
  }

  async send({ method, path, headers, body }: Call): Promise<Reply> {
    const { headers: own, payload } = payloadOf(body);
    const reply = await this.server.inject({
      method,
      url: path,
      headers: { ...own, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: reply.statusCode, body: readBody(reply.payload) };
  }

  async close(): Promise<void> {
    await this.server.close();
  }
}

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
};

/** The server named does not answer. */
class NoServerError extends Error {
  override readonly name = 'NoServerError';
}

/** A running server with a test clock. */
export class RemoteTarget implements CaseTarget {
  constructor(private readonly url: string) {
    if (!URL.canParse(url)) throw new NoServerError(`"${url}" is no address of a server`);
  }

  async send({ method, path, headers, body }: Call): Promise<Reply> {
    const { headers: own, payload } = payloadOf(body);
    const reply = await fetch(new URL(path, this.url), {
      method,
      headers: { ...own, ...headers },
      ...(payload === undefined ? {} : { body: payload }),
    }).catch((error: unknown) => {
      throw new NoServerError(`the server at ${this.url} does not answer: ${causeOf(error)}`);
    });
    return { status: reply.status, body: readBody(await reply.text()) };
  }

  async close(): Promise<void> {
    // The server is someone else's.
  }
}
