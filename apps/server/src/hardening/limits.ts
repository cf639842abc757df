import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyHttpOptions, FastifyReply } from 'fastify';

import { problemOf } from '#runtime/http';

import { securityHeaders } from './headers.js';
import type { Refusal } from './refusal.js';
import { documentOf, PROBLEM_TYPE } from './refusal.js';

/** How long the server waits for others, in milliseconds. */
export interface Patience {
  /** For the head of a request, from its first byte. */
  readonly headersMs: number;
  /** For the whole of a request, from its first byte; 1 MiB in this time is a slow telephone line. */
  readonly requestMs: number;
  /** For any movement on a connection, in either direction. */
  readonly silenceMs: number;
  /** For the next request on a connection; longer than proxies keep theirs. */
  readonly keepAliveMs: number;
  /** How often slow senders are looked for. */
  readonly lookEveryMs: number;
}

export const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  silenceMs: 120_000,
  keepAliveMs: 65_000,
  lookEveryMs: 5_000,
};

const MEBIBYTE = 1_048_576;

/** The most of a request that is read: bytes of a body, bytes and number of headers, letters of a part of a path. */
export const MOST = { bodyBytes: MEBIBYTE, headerBytes: 16_384, headers: 100, parameterLetters: 200 } as const;

/** Connections at a time, each of them bounded by the limits above. */
export const MOST_CONNECTIONS = 2_000;

const faultOfLine = (code: string | undefined): Refusal => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      status: 408,
      code: 'REQUEST.TOO_SLOW',
      title: 'The request did not arrive in time.',
      rule: 'A request arrives within 30 seconds, its head within 10.',
    };
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      status: 431,
      code: 'REQUEST.HEADERS_TOO_LARGE',
      title: 'The head of the request is larger than this server takes.',
      rule: `Address and headers have at most ${MOST.headerBytes} bytes.`,
    };
  return {
    status: 400,
    code: 'REQUEST.NOT_HTTP',
    title: 'The request is not HTTP as this server reads it.',
    rule: 'A request has one length, well-formed headers and one Host.',
  };
};

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers what could not be read as a request, and ends the connection: where it would go on is anyone's guess. */
const answerFaultOfLine = (origin: string | null) => (error: Error & { code?: string }, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const refusal = faultOfLine(error.code);
  const body = documentOf(refusal);
  const headers = {
    ...securityHeaders(origin),
    'cache-control': 'no-store',
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable)
    socket.write([`HTTP/1.1 ${refusal.status} ${REASONS[refusal.status]}`, ...head, '', body].join('\r\n'));
  socket.destroySoon();
};

type ServerLimits = Required<
  Pick<
    FastifyHttpOptions<Server>,
    | 'bodyLimit'
    | 'routerOptions'
    | 'requestTimeout'
    | 'connectionTimeout'
    | 'keepAliveTimeout'
    | 'http'
    | 'trustProxy'
    | 'requestIdHeader'
    | 'genReqId'
    | 'clientErrorHandler'
    | 'frameworkErrors'
  >
>;

/** What `fastifyLimits` needs to be told. */
export interface LimitSettings {
  readonly origin: string | null;
  /** True behind exactly one reverse proxy: the address it adds last to X-Forwarded-For is the sender's. */
  readonly trustedProxy: boolean;
}

/**
 * Options of the Fastify server that bound what one request may cost: size, number and time (issue 4, deliverable 7).
 * @param patience other times, for tests
 */
export const fastifyLimits = (
  { origin, trustedProxy }: LimitSettings,
  patience: Patience = PATIENCE,
): ServerLimits => ({
  bodyLimit: MOST.bodyBytes,
  routerOptions: { maxParamLength: MOST.parameterLetters },
  requestTimeout: patience.requestMs,
  connectionTimeout: patience.silenceMs,
  keepAliveTimeout: patience.keepAliveMs,
  http: {
    maxHeaderSize: MOST.headerBytes,
    headersTimeout: patience.headersMs,
    connectionsCheckingInterval: patience.lookEveryMs,
    insecureHTTPParser: false,
    requireHostHeader: true,
  },
  // One hop: with `true` a sender could put any address in front of the proxy's own word.
  trustProxy: trustedProxy ? (_address, hop) => hop === 0 : false,
  // A number given by the sender would let them write another's number into the log.
  requestIdHeader: false,
  genReqId: () => randomUUID(),
  clientErrorHandler: answerFaultOfLine(origin),
  // Fastify answers an address it cannot read before any hook runs: the headers are put on here.
  frameworkErrors: (error: unknown, _request: unknown, reply: FastifyReply) => {
    const problem = problemOf(error);
    void reply
      .code(problem.status)
      .headers({ ...securityHeaders(origin), 'cache-control': 'no-store', 'content-type': PROBLEM_TYPE })
      .send(JSON.stringify(problem));
  },
});

/** Headers that mean one thing and so come once; two of them are two readers' two meanings. */
const ONCE = new Set([
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'if-match',
  'origin',
  'outfall-capacity',
  'outfall-demo-identity',
  'outfall-position',
  'outfall-role',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'transfer-encoding',
]);

/**
 * Refuses a head with too many headers, one of ours twice, or a packed body.
 * @param raw names and values in turn, as they came
 */
export const refuseBadHead = (raw: readonly string[]): Refusal | null => {
  if (raw.length / 2 > MOST.headers)
    return {
      status: 431,
      code: 'REQUEST.TOO_MANY_HEADERS',
      title: 'The request has more headers than this server takes.',
      rule: `A request has at most ${MOST.headers} headers.`,
    };
  const seen = new Set<string>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    if (seen.has(name) && ONCE.has(name))
      return {
        status: 400,
        code: 'REQUEST.DUPLICATE_HEADER',
        title: `The header ${name} is given twice.`,
        field: name,
        rule: 'A header that names one thing is given once.',
      };
    seen.add(name);
    if (name === 'content-encoding' && raw[at + 1]!.trim().toLowerCase() !== 'identity')
      return {
        status: 415,
        code: 'REQUEST.PACKED',
        title: 'Packed bodies are not taken.',
        field: name,
        rule: 'A body is sent as it is: what it unpacks to could be of any size.',
      };
  }
  return null;
};
