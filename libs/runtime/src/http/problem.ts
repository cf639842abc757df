import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException, Logger } from '@nestjs/common';

import type { ErrorKind } from '#kernel';
import { isDomainError } from '#kernel';

import type { HttpRequest, Sender } from './capability-module.js';

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  refused: 422,
  tooMany: 429,
  unavailable: 503,
};

/** RFC 9457 problem details. `code` is stable; `field`, `rule` and `authority` say what to do. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly [extra: string]: unknown;
}

export const problemOf = (error: unknown): Problem => {
  if (isDomainError(error)) {
    const { kind: _kind, code: _code, ...details } = error.details;
    const status = error.code === 'RUNTIME.STALE' ? 412 : STATUS[error.kind];
    // A detail never takes the place of what the document itself says.
    const own = { type: `urn:outfall:problem:${error.code}`, title: error.message, status, code: error.code };
    return { ...own, ...details, ...own };
  }
  const status = statusOf(error);
  if (status === 413)
    return {
      type: 'urn:outfall:problem:REQUEST.TOO_LARGE',
      title: 'The request is larger than this server takes.',
      status,
      code: 'REQUEST.TOO_LARGE',
      field: '',
      rule: 'A request body has at most 1 MiB.',
    };
  if (status === 404)
    return {
      type: 'urn:outfall:problem:REQUEST.NOT_FOUND',
      title: 'There is nothing at this address.',
      status,
      code: 'REQUEST.NOT_FOUND',
    };
  if (status >= 400 && status < 500)
    return {
      type: 'urn:outfall:problem:REQUEST.UNREADABLE',
      title: 'The request could not be read.',
      status,
      code: 'REQUEST.UNREADABLE',
      field: '',
      rule: 'A request is JSON in UTF-8.',
    };
  return {
    type: 'urn:outfall:problem:SERVER.FAULT',
    title: 'Something went wrong here; nothing was recorded by this request unless its position was returned.',
    status: 500,
    code: 'SERVER.FAULT',
  };
};

const statusOf = (error: unknown): number => {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown }).statusCode;
  return typeof status === 'number' ? status : 500;
};

interface Reply {
  header(name: string, value: string): Reply;
  status(code: number): Reply;
  send(body: unknown): unknown;
}

const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/** What was asked and how it was refused: for the trace of denials. */
export interface Refusal {
  /** The operationId, `(none)` where the address is no operation's. */
  readonly operationId: string;
  readonly problem: Problem;
  readonly actor: Sender | null;
  /** Body or query as it came, unchecked. */
  readonly input: unknown;
  readonly address: string;
}

/** The operation that an address is of; `(none)` for any other. */
export const operationIdOf = (url: string): string =>
  /^\/api\/(\w{1,80})$/.exec(url.split('?', 1)[0]!)?.[1] ?? '(none)';

interface RefusedRequest extends HttpRequest {
  readonly url: string;
  readonly body?: unknown;
  readonly query?: unknown;
}

/** Turns every error into a problem document; says nothing of the inside. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('problem');

  /** @param refused told of every refusal, before it is answered; must not throw */
  constructor(private readonly refused: (refusal: Refusal) => void = () => undefined) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const problem = problemOf(error);
    if (problem.status >= 500)
      this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const request = host.switchToHttp().getRequest<RefusedRequest>();
    this.refused({
      operationId: operationIdOf(request.url),
      problem,
      actor: request.sender ?? null,
      input: request.body ?? request.query,
      address: request.ip,
    });
    const reply = host.switchToHttp().getResponse<Reply>();
    if (typeof problem['retryAfterSeconds'] === 'number')
      void reply.header('retry-after', String(problem['retryAfterSeconds']));
    void reply
      .status(problem.status)
      .header('content-type', 'application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem, text));
  }
}
