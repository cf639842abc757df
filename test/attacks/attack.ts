import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { connect } from 'node:net';

import { rowOf } from '#identity';

import { asOneWhoMay } from '../support/program.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** Sends a request with exactly these headers and this path: unlike fetch, which mends both. */
export const ask = (
  url: string,
  path: string,
  { method = 'GET', headers = {}, body }: Question = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method, headers: { ...headers } as never, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({ status: reply.statusCode!, headers: reply.headers, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Writes bytes on a bare connection and reads until the other side ends it. */
export const raw = (url: string, ...parts: readonly (string | Uint8Array)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))),
    );
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? undefined : reject(error),
    );
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });

/** The statuses of the answers on a bare connection, in turn. */
export const statusesOf = (text: string): readonly number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly required?: readonly string[];
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', OpenApiOperation>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** One documented route. */
export interface Route {
  readonly id: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly fields: readonly Field[];
  /** A command or query of a capability, as opposed to a route of signing in. */
  readonly isOperation: boolean;
}

/** A schema with its references followed, one level. */
export const resolved = (api: OpenApi, schema: Schema): Schema => {
  const { $ref, allOf } = schema;
  if ($ref !== undefined) return resolved(api, api.components.schemas[$ref.split('/').at(-1)!] ?? {});
  return allOf ? Object.assign({}, schema, ...allOf.map((one) => resolved(api, one))) : schema;
};

/** Every route of the server's own document. */
export const routesOf = async (url: string): Promise<{ readonly api: OpenApi; readonly routes: readonly Route[] }> => {
  const api = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi;
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method): Route[] => {
      const operation = methods[method];
      if (!operation) return [];
      const { operationId: id, parameters = [], requestBody } = operation;
      const body = requestBody ? resolved(api, requestBody.content['application/json'].schema) : {};
      const fields: readonly Field[] = [
        ...parameters
          .filter(({ in: place }) => place === 'query')
          .map(({ name, required = false, schema }) => ({ name, required, schema })),
        ...Object.entries(body.properties ?? {}).map(([name, schema]) => ({
          name,
          required: body.required?.includes(name) === true,
          schema,
        })),
      ];
      return [{ id, path, method: method === 'get' ? 'GET' : 'POST', fields, isOperation: rowOf(id) !== null }];
    }),
  );
  return { api, routes };
};

/** A value of the right type and form; `text` stands for every text, ids too. */
export const wellFormed = (api: OpenApi, given: Schema, text: string): unknown => {
  const { type, format, enum: choices, minimum, minLength, items, properties } = resolved(api, given);
  if (choices) return choices[0];
  if (format === 'date') return '2026-06-01';
  if (format === 'date-time') return '2026-06-01T10:00-04:00';
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'boolean') return false;
  if (type === 'array') return [wellFormed(api, items ?? { type: 'string' }, text)];
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, wellFormed(api, one, text)]));
  return text.padEnd(minLength ?? 1, 'x');
};

export const bodyOf = (api: OpenApi, { fields }: Route, text = 'some-id'): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ name, schema }) => [name, wellFormed(api, schema, text)]));

/** Headers of whoever may use an operation, and of a JSON body. */
export const headersFor = ({ id, method }: Pick<Route, 'id' | 'method'>): Record<string, string> => ({
  ...asOneWhoMay(id),
  ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
});

/** What of the inside of the program shows in an answer: traces, paths, modules, statements. Empty when nothing does. */
export const inside = (text: string): readonly string[] =>
  [
    /\n\s*at .+:\d+:\d+/,
    /\bat [\w.<>]+ \(/,
    /node_modules/,
    /\bnode:internal/,
    /file:\/\/\//,
    /\/(?:home|opt|usr|var|tmp|src|dist)\/[\w-]+/,
    /\.[cm]?[jt]s:\d+/,
    /SQLITE_|SELECT .+ FROM/,
    /(?:Type|Reference|Syntax|Range|Sqlite)Error/,
    /Cannot read propert|is not a function|is not defined/,
  ].flatMap((sign) => sign.exec(text)?.[0] ?? []);

/** The browser that these tests drive. @throws where there is none */
export { chromiumPath as chromium } from '../../libs/sign-in/src/testing/chromium.js';
