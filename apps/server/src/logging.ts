import type { LoggerService } from '@nestjs/common';

/** The part of Fastify's logger that is used here. */
export interface LogTarget {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  debug(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/** Parts of Nest that tell each of their steps at the start. */
const TALKATIVE = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication']);

/** Sends Nest's own messages into the same structured log as the requests. */
export class StructuredLogger implements LoggerService {
  constructor(private readonly target: LogTarget) {}

  log(message: unknown, ...parameters: unknown[]): void {
    const fields = contextOf(parameters);
    if (TALKATIVE.has(fields.context ?? '')) this.target.debug(fields, textOf(message));
    else this.target.info(fields, textOf(message));
  }

  warn(message: unknown, ...parameters: unknown[]): void {
    this.target.warn(contextOf(parameters), textOf(message));
  }

  error(message: unknown, ...parameters: unknown[]): void {
    this.target.error(contextOf(parameters), textOf(message));
  }

  fatal(message: unknown, ...parameters: unknown[]): void {
    this.target.fatal(contextOf(parameters), textOf(message));
  }

  debug(message: unknown, ...parameters: unknown[]): void {
    this.target.debug(contextOf(parameters), textOf(message));
  }

  verbose(message: unknown, ...parameters: unknown[]): void {
    this.debug(message, ...parameters);
  }
}

const contextOf = (parameters: readonly unknown[]): { context?: string; stack?: string } => {
  const texts = parameters.filter((parameter): parameter is string => typeof parameter === 'string');
  const context = texts.at(-1);
  return { ...(context === undefined ? {} : { context }), ...(texts.length > 1 ? { stack: texts[0] } : {}) };
};

const textOf = (message: unknown): string =>
  message instanceof Error ? (message.stack ?? message.message) : String(message);
