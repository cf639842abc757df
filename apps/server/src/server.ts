import 'reflect-metadata';

import type { AddressInfo } from 'node:net';

import type { DynamicModule, Type } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { LogController } from 'fastify';

import type { FixedClock } from '#kernel';
import { DomainError } from '#kernel';
import { guardOf, ROLES, targetOf } from '#identity';
import { Engine } from '#runtime';
import type { Refusal } from '#runtime/http';
import { IDENTITY, operationIdOf, ProblemFilter } from '#runtime/http';
import { OPEN_ID, PagesController, SignIn, SignInController } from '#sign-in';

import { CAPABILITY_MODULES } from './capabilities.js';
import { CurrentTown } from './current-town.js';
import { IDENTITY_HEADER } from './demo-identity.js';
import type { DemoMark } from './demo-mark.js';
import { DEMO_MARK, HealthController } from './health.controller.js';
import { fastifyLimits, harden } from './hardening/index.js';
import { HomeController, PEOPLE_SIGN_IN } from './home.controller.js';
import { StructuredLogger } from './logging.js';
import type { AccountSettings, People } from './people.js';
import { peopleOf } from './people.js';
import type { Route } from './routes.js';
import { refuseRoutesWithoutRow } from './routes.js';
import { TestClockController } from './test-clock.controller.js';
import { TestClock } from './test-clock.js';
import type { Town } from './town.js';

export interface ServerOptions {
  /** A started town; the server stops it when it closes. */
  readonly town: Town;
  readonly zone: string;
  /** The town's clock, when it is to be driven over HTTP. */
  readonly testClock?: FixedClock;
  /** Given where the town is the demo town. */
  readonly demo?: DemoMark | null;
  /** How people sign in; left out: demo identities, for this machine and for tests. */
  readonly accounts?: AccountSettings;
  /** What people type into their browser; left out: this machine's own names. */
  readonly origin?: string | null;
  readonly trustedProxy?: boolean;
  /** Of one user or address; left out: no limit to speak of, for tests. */
  readonly requestsPerMinute?: number;
  readonly logLevel?: 'info' | 'warn' | 'silent';
}

/** A request given without a network. */
export interface InjectedRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
}

export interface InjectedReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: string;
}

export interface Server {
  readonly testClock: TestClock | null;
  /** The town that requests reach at this moment. */
  readonly town: Town;
  /** How people sign in; null with demo identities. */
  readonly signIn: SignIn | null;
  /** Starts to listen; port 0 takes a free one. @returns the address */
  listen(port: number, host: string): Promise<string>;
  /** Sends a request without a network. */
  inject(request: InjectedRequest): Promise<InjectedReply>;
  /** Takes no new request, lets running ones finish, stops the town and closes its log. */
  close(): Promise<void>;
}

class ServerModule {}

const moduleOf = (
  current: CurrentTown,
  testClock: TestClock | null,
  demo: DemoMark | null,
  { identity, signIn, openId }: People,
): DynamicModule => {
  const shared = [
    { provide: Engine, useValue: current.engine },
    { provide: IDENTITY, useValue: identity },
    { provide: CurrentTown, useValue: current },
    { provide: DEMO_MARK, useValue: demo },
    { provide: PEOPLE_SIGN_IN, useValue: signIn !== null },
    ...(signIn
      ? [
          { provide: SignIn, useValue: signIn },
          { provide: OPEN_ID, useValue: openId },
        ]
      : []),
    ...(testClock ? [{ provide: TestClock, useValue: testClock }] : []),
  ];
  const controllers: Type[] = [
    HomeController,
    HealthController,
    ...(signIn ? [SignInController, PagesController] : []),
    ...(testClock ? [TestClockController] : []),
  ];
  return {
    module: ServerModule,
    imports: [...CAPABILITY_MODULES],
    controllers,
    providers: shared,
    exports: shared,
  };
};
Global()(ServerModule);
Module({})(ServerModule);

/** What the trail is told of a refusal, by whichever part it was refused. */
type DeniedRequest = Omit<Refusal, 'problem'> & { readonly problem: Pick<Refusal['problem'], 'code' | 'status'> };

/** JSON and nothing else: other kinds of body are refused as a kind this server does not take. */
const parseJson = (_request: unknown, body: Buffer, done: (error: Error | null, value?: unknown) => void): void => {
  try {
    done(null, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    done(
      new DomainError('REQUEST.BAD_JSON', 'The request body is not JSON in UTF-8.', {
        kind: 'invalid',
        field: '',
        rule: 'A request body is one JSON object in UTF-8.',
      }),
    );
  }
};

const hooks = (adapter: FastifyAdapter, signIn: SignIn | null): void => {
  const fastify = adapter.getInstance();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson as never);
  let closing = false;
  fastify.addHook('preClose', async () => {
    closing = true;
  });
  fastify.addHook('onSend', async (request, reply) => {
    // A connection kept open after the last answer would hold the stop up for over a minute.
    if (closing) void reply.header('connection', 'close');
    // A session in use gets a new secret now and then; a sign-in or sign-out has set its own cookie.
    const cookie = reply.hasHeader('set-cookie') ? null : signIn?.sessions.renewed(request.headers);
    if (cookie) void reply.header('set-cookie', cookie);
  });
  // What was asked for and how it ended; never a body, a query string or an address.
  fastify.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
};

/** How a script says who it is, in the OpenAPI document. */
const NAMED_BY = 'who';
const BY_TOKEN = { type: 'http', scheme: 'bearer', description: 'An access token, made at /account.' } as const;
const BY_DEMO_HEADER = {
  type: 'apiKey',
  in: 'header',
  name: IDENTITY_HEADER,
  description: `Who acts in the demonstration: ${ROLES.join(', ')}; a second person as officer:2.`,
} as const;

const documented = (app: NestFastifyApplication, peopleSignIn: boolean): void => {
  const about = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Outfall')
    .setVersion('0.1.0')
    .setDescription(
      'The case file of sewer-law enforcement, Town of Poughkeepsie Code §§ 168-24 to 168-32. A command is POST ' +
        '/api/{operationId}, a query GET /api/{operationId}. Errors are RFC 9457 problem details with a stable code.',
    )
    .addSecurity(NAMED_BY, peopleSignIn ? BY_TOKEN : BY_DEMO_HEADER)
    .addSecurityRequirements(NAMED_BY)
    .build();
  const document = SwaggerModule.createDocument(app, about);
  SwaggerModule.setup('api/docs', app, document, {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
  });
};

/**
 * The HTTP server over a town. Works with a socket (`listen`) and without one (`inject`).
 */
export const createServer = async (options: ServerOptions): Promise<Server> => {
  const current = new CurrentTown(options.town);
  const testClock = options.testClock ? new TestClock(current, options.testClock, options.zone) : null;
  const people = peopleOf(current, options.zone, options.accounts);
  const { signIn } = people;
  const settings = { origin: options.origin ?? null, trustedProxy: options.trustedProxy ?? false };
  const adapter = new FastifyAdapter({
    ...fastifyLimits(settings),
    logController: new LogController({ disableRequestLogging: true }),
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel ?? 'info', stream: process.stderr },
    return503OnClosing: true,
  });
  const routes: Route[] = [];
  adapter.getInstance().addHook('onRoute', ({ method, url }) => {
    for (const one of Array.isArray(method) ? method : [method]) routes.push({ method: one, path: url });
  });
  const denied = ({ operationId, problem, actor, input, address }: DeniedRequest): void => {
    if (![401, 403, 404, 429].includes(problem.status) || guardOf(`/api/${operationId}`) === null) return;
    current.town.trail.denied({
      operationId,
      actorId: actor?.id ?? null,
      role: actor?.role ?? null,
      code: problem.code,
      status: problem.status,
      target: targetOf(input),
      address,
    });
  };
  harden(adapter.getInstance<FastifyInstance>(), {
    ...settings,
    requestsPerMinute: options.requestsPerMinute ?? 1_000_000_000,
    ...(signIn ? { userOf: async ({ headers }) => (await signIn.sessions.principalOf(headers))?.userId ?? null } : {}),
    refused: ({ code, status }, { url, ip }) =>
      denied({ operationId: operationIdOf(url), problem: { code, status }, actor: null, input: null, address: ip }),
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    moduleOf(current, testClock, options.demo ?? null, people),
    adapter,
    {
      bodyParser: false,
      abortOnError: false,
      logger: new StructuredLogger(adapter.getInstance().log),
    },
  );
  hooks(adapter, signIn);
  app.useGlobalFilters(new ProblemFilter(denied));
  documented(app, signIn !== null);
  await app.init();
  await adapter.getInstance().ready();
  refuseRoutesWithoutRow(routes);
  return {
    testClock,
    signIn,
    get town() {
      return current.town;
    },
    listen: async (port, host) => {
      await app.listen(port, host);
      const address = app.getHttpServer().address() as AddressInfo;
      return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
    },
    inject: async ({ method, url, headers, payload }) =>
      app.inject({
        method,
        url,
        headers: { host: '127.0.0.1', ...headers },
        ...(payload === undefined ? {} : { payload }),
      }),
    close: async () => {
      await app.close();
      await current.town.stop();
      people.close();
      testClock?.discard();
    },
  };
};
