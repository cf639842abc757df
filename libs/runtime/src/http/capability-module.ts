import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { Body, Controller, Get, HttpCode, Inject, Module, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, CommandHandler, CqrsModule, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';

import type { Actor } from '#kernel';
import { DomainError } from '#kernel';

import type { Envelope } from '../command-runner.js';
import type { Capability } from '../capability.js';
import type { ExecuteResult, QueryOptions, QueryResult } from '../engine.js';
import { Engine } from '../engine.js';
import type { AnyCommandOperation, AnyQueryOperation, Operation } from '../operation.js';
import { fromQueryString } from './fields.js';
import { validated } from './validation.js';

/** Finds who sends a request, and in which role and capacity they act in this operation. The server brings one. */
export interface Identity {
  /** @throws a refusal of kind unauthenticated or forbidden (IDENTITY.…) */
  actorFor(request: HttpRequest, operation: Operation): Promise<Actor>;
}

export const IDENTITY = Symbol('identity');

/** Whoever sent a request; without role and capacity where they hold none for it. */
export type Sender = Pick<Actor, 'id'> & Partial<Actor>;

export interface HttpRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the sender, as the server or the proxy it trusts saw it. */
  readonly ip: string;
  /** Who was found to have sent it, also where they may not: kept for the trace of what went wrong afterward. */
  sender?: Sender;
}

export interface HttpReply {
  header(name: string, value: string): unknown;
}

interface Message<Options> {
  readonly input: object;
  readonly options: Options;
}

const classNamed = <C extends abstract new (...args: never[]) => unknown>(name: string, made: C): C => {
  Object.defineProperty(made, 'name', { value: name });
  return made;
};

const pascal = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** One message class and one handler for each operation: the buses of @nestjs/cqrs dispatch, the engine decides. */
const messageOf = (operation: Operation): Type<Message<unknown>> =>
  classNamed(
    pascal(operation.id),
    class {
      constructor(
        readonly input: object,
        readonly options: unknown,
      ) {}
    },
  );

const commandHandler = (operation: AnyCommandOperation, message: Type): Provider => {
  class Handler {
    constructor(private readonly engine: Engine) {}
    execute({ input, options }: Message<Omit<Envelope, 'key'> & { key?: string }>): Promise<ExecuteResult> {
      return this.engine.execute(operation.id, input, options);
    }
  }
  Inject(Engine)(Handler, undefined, 0);
  CommandHandler(message)(Handler);
  return classNamed(`${pascal(operation.id)}Handler`, Handler);
};

const queryHandler = (operation: AnyQueryOperation, message: Type): Provider => {
  class Handler {
    constructor(private readonly engine: Engine) {}
    execute({ input, options }: Message<QueryOptions>): Promise<QueryResult> {
      return this.engine.query(operation.id, input, options);
    }
  }
  Inject(Engine)(Handler, undefined, 0);
  QueryHandler(message)(Handler);
  return classNamed(`${pascal(operation.id)}Handler`, Handler);
};

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

const KEY = /^[\x21-\x7e]{1,200}$/;

const keyOf = (headers: HttpRequest['headers']): string | undefined => {
  const key = one(headers['idempotency-key']);
  if (key !== undefined && !KEY.test(key))
    throw new DomainError('REQUEST.BAD_IDEMPOTENCY_KEY', 'An Idempotency-Key is 1 to 200 visible ASCII characters.', {
      kind: 'invalid',
      field: 'Idempotency-Key',
      rule: 'An Idempotency-Key is 1 to 200 visible ASCII characters.',
    });
  return key;
};

const expectedOf = (headers: HttpRequest['headers']): bigint | undefined => {
  const tag = one(headers['if-match']);
  if (tag === undefined) return undefined;
  const match = /^"(-?\d{1,18})"$/.exec(tag.trim());
  if (!match)
    throw new DomainError('REQUEST.BAD_IF_MATCH', 'If-Match names one revision in quotes, as an ETag gave it.', {
      kind: 'invalid',
      field: 'If-Match',
      rule: 'If-Match names one revision in quotes, as an ETag gave it.',
    });
  return BigInt(match[1]!);
};

const positionOf = (headers: HttpRequest['headers']): string | undefined => {
  const position = one(headers['outfall-position']);
  if (position !== undefined && !/^\d{1,40}$/.test(position))
    throw new DomainError('REQUEST.BAD_POSITION', 'Outfall-Position is a position as a reply gave it.', {
      kind: 'invalid',
      field: 'Outfall-Position',
      rule: 'Outfall-Position is a position as a reply gave it.',
    });
  return position;
};

/** The Nest module of a capability: one route, one message and one handler for each of its public operations. */
export const capabilityModule = (capability: Capability): DynamicModule => {
  const messages = new Map(capability.operations.map((operation) => [operation.id, messageOf(operation)] as const));

  class CapabilityController {
    constructor(
      readonly commands: CommandBus,
      readonly queries: QueryBus,
      readonly identity: Identity,
    ) {}
  }
  Inject(CommandBus)(CapabilityController, undefined, 0);
  Inject(QueryBus)(CapabilityController, undefined, 1);
  Inject(IDENTITY)(CapabilityController, undefined, 2);
  Controller('api')(CapabilityController);
  ApiTags(capability.name)(CapabilityController);

  const route = (
    operation: Operation,
    method: (...args: never[]) => unknown,
    input: Type,
    decorators: MethodDecorator[],
    parameter: ParameterDecorator,
  ) => {
    const prototype = CapabilityController.prototype as unknown as Record<string, unknown>;
    // Nest and its OpenAPI scanner look a route's parameters up under the method's own name.
    Object.defineProperty(method, 'name', { value: operation.id });
    prototype[operation.id] = method;
    const descriptor = Object.getOwnPropertyDescriptor(prototype, operation.id)!;
    Reflect.defineMetadata('design:paramtypes', [Object, Object, input], prototype, operation.id);
    Req()(prototype, operation.id, 0);
    Res({ passthrough: true })(prototype, operation.id, 1);
    parameter(prototype, operation.id, 2);
    for (const decorate of decorators) decorate(prototype, operation.id, descriptor);
  };

  for (const operation of capability.operations) {
    const message = messages.get(operation.id)!;
    const described = ApiOperation({ operationId: operation.id, summary: operation.summary });
    const refused = ApiResponse({
      status: '4XX' as never,
      description: 'Problem details: code, field, rule, authority.',
    });
    if (operation.kind === 'command') {
      if (operation.internal) continue;
      route(
        operation,
        async function (this: CapabilityController, request: HttpRequest, reply: HttpReply, body: unknown) {
          const actor = await this.identity.actorFor(request, operation);
          request.sender = actor;
          const key = keyOf(request.headers);
          const expectedRevision = expectedOf(request.headers);
          const input = validated(operation.body as Type<object>, body);
          const result = await this.commands.execute<never, ExecuteResult>(
            new message(input, { actor, key, expectedRevision }) as never,
          );
          reply.header('etag', `"${result.revision}"`);
          if (result.settledAt !== null) reply.header('outfall-position', result.settledAt);
          return {
            ...result.answer,
            commandId: result.commandId,
            revision: result.revision.toString(),
            position: result.settledAt,
            stale: result.stale,
            ...(result.repeated ? { repeated: true } : {}),
          };
        },
        operation.body as Type,
        [
          Post(operation.id),
          HttpCode(operation.creates ? 201 : 200),
          described,
          ApiResponse({
            status: operation.creates ? 201 : 200,
            description: 'Done: what the act made, with its revision and position.',
          }),
          refused,
          ApiHeader({
            name: 'Idempotency-Key',
            required: false,
            description: 'One key names one act; repeating it gives the first answer.',
          }),
          ApiHeader({ name: 'If-Match', required: false, description: 'The revision (ETag) the act was decided on.' }),
        ],
        Body(),
      );
    } else {
      route(
        operation,
        async function (
          this: CapabilityController,
          request: HttpRequest,
          reply: HttpReply,
          query: Record<string, unknown>,
        ) {
          const actor = await this.identity.actorFor(request, operation);
          request.sender = actor;
          const shape = operation.query as Type<object>;
          const input = validated(shape, fromQueryString(shape.prototype as object, query)) as {
            asOf?: string;
            knownAt?: string;
          };
          const after = positionOf(request.headers);
          const result = await this.queries.execute<never, QueryResult<object>>(
            new message(input, {
              actor,
              asOf: input.asOf ?? null,
              knownAt: input.knownAt ?? null,
              ...(after === undefined ? {} : { after }),
            }) as never,
          );
          if (result.revision !== null) reply.header('etag', `"${result.revision}"`);
          if (result.position !== null) reply.header('outfall-position', result.position);
          return result.stale ? { ...result.answer, stale: true } : result.answer;
        },
        operation.query as Type,
        [
          Get(operation.id),
          described,
          ApiResponse({ status: 200, description: 'The answer; `stale` when the read model is behind.' }),
          refused,
        ],
        Query(),
      );
    }
  }
  const handlers = capability.operations.map((operation) =>
    operation.kind === 'command'
      ? commandHandler(operation, messages.get(operation.id)!)
      : queryHandler(operation, messages.get(operation.id)!),
  );
  class CapabilityModule {}
  Module({})(CapabilityModule);
  return {
    module: classNamed(`${pascal(capability.name)}Module`, CapabilityModule),
    imports: [CqrsModule],
    controllers: [classNamed(`${pascal(capability.name)}Controller`, CapabilityController)],
    providers: handlers,
  };
};
