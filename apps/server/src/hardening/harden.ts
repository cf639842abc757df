import type { IncomingMessage } from 'node:http';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { refuseCrossSite, refuseOtherHost } from './cross-site.js';
import { refuseOtherFiles } from './documentation.js';
import { securityHeaders } from './headers.js';
import type { LimitSettings } from './limits.js';
import { MOST_CONNECTIONS, refuseBadHead } from './limits.js';
import { budgetHeaders, RateLimits, senderOf } from './rate-limits.js';
import type { Refusal } from './refusal.js';
import { documentOf, PROBLEM_TYPE } from './refusal.js';

export interface HardeningSettings extends LimitSettings {
  /** Requests a minute of one user, or of one address where nobody has signed in. */
  readonly requestsPerMinute: number;
  /** Who has signed in, by session or token; null for nobody. Asked once for each request. */
  readonly userOf?: (request: FastifyRequest) => Promise<string | null>;
  /** Told of each request that is turned away here, for the audit. */
  readonly refused?: (refusal: Refusal, request: FastifyRequest) => void;
}

const TOO_MANY: Refusal = {
  status: 429,
  code: 'REQUEST.TOO_MANY',
  title: 'Too many requests for now.',
  rule: 'Each user, and each address before anyone has signed in, has a number of requests a minute (OUTFALL_RATE_LIMIT).',
};

/** The most that is read and dropped of a body that is refused. */
const MOST_DROPPED = 16 * 1_048_576;

/**
 * Reads the rest of a refused body and drops it. A server that answers and closes while the sender is still writing makes
 * the sender's system throw the answer away: nobody would learn why. The time for a request bounds this too.
 */
const readOut = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (request.complete !== false || request.destroyed) return resolve();
    let dropped = 0;
    request.on('data', (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped <= MOST_DROPPED) return;
      request.pause();
      resolve();
    });
    for (const ending of ['end', 'close', 'error']) request.once(ending, () => resolve());
    request.resume();
  });

/**
 * Puts the defenses in front of every route: the head of a request, the host it names, the site it comes from, and how
 * many there are. Adds the security headers to every answer. Call it before the first route is added, with the server
 * made by `fastifyLimits`.
 */
export const harden = (fastify: FastifyInstance, settings: HardeningSettings): void => {
  const { origin, requestsPerMinute } = settings;
  const addresses = new RateLimits(requestsPerMinute);
  const users = new RateLimits(requestsPerMinute);
  fastify.server.maxConnections = MOST_CONNECTIONS;

  const refuse = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    settings.refused?.(refusal, request);
    request.log.warn({ code: refusal.code }, 'turned away');
    return reply.code(refusal.status).header('content-type', PROBLEM_TYPE).send(documentOf(refusal));
  };

  fastify.addHook('onRequest', async (request, reply) => {
    const { method, url, headers, raw } = request;
    const refusal =
      refuseBadHead(raw.rawHeaders ?? []) ??
      refuseOtherHost(headers.host, origin) ??
      refuseCrossSite({ method, url, headers }, origin) ??
      refuseOtherFiles(url);
    if (refusal) return refuse(refusal, request, reply);
    const user = (await settings.userOf?.(request)) ?? null;
    const budget = await (user === null ? addresses.take(senderOf(request.ip)) : users.take(user));
    void reply.headers(budgetHeaders(requestsPerMinute, budget));
    return budget.allowed ? undefined : refuse(TOO_MANY, request, reply);
  });

  fastify.addHook('onSend', async (request, reply) => {
    void reply.headers(securityHeaders(origin, request.routeOptions?.url));
    const type = reply.getHeader('content-type');
    // Swagger's page does not say in what letters it is written.
    if (typeof type === 'string' && /^text\/\w+$/.test(type))
      void reply.header('content-type', `${type}; charset=utf-8`);
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    if (reply.statusCode >= 400) await readOut(request.raw);
  });
};
