import { TOTP, Secret } from 'otpauth';

import type { RunningServer } from '../support/program.js';
import { startServer } from '../support/program.js';

/** A password that nobody tries first. */
export const PASSWORD = 'forty lanterns over the weir';

/** A server on which people sign in, and the link of its first start. */
export const startWithAccounts = async (
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<{ readonly server: RunningServer; readonly origin: string; readonly link: string }> => {
  const server = await startServer(dataFolder, { OUTFALL_IDENTITY: 'accounts', ...environment });
  const link = await server.said(/(http\S+\/first-run#\S+)/);
  return { server, origin: new URL(server.url).origin.replace('127.0.0.1', 'localhost'), link };
};

/** The part of a one-time link that is the secret. */
export const secretOf = (link: string): string => new URL(link).hash.slice(1);

/** A browser's side of a conversation without a browser: keeps the cookie, says where it comes from. */
export class Visitor {
  cookie: string | null = null;

  constructor(
    readonly origin: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  async send(
    method: 'GET' | 'POST',
    operation: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<{ readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers }> {
    const reply = await fetch(`${this.origin}/api/${operation}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'POST' ? { 'content-type': 'application/json', origin: this.origin } : {}),
        ...(this.cookie === null ? {} : { cookie: this.cookie }),
        ...this.headers,
        ...headers,
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    for (const set of reply.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1);
      if (/^(?:__Host-)?outfall=/.test(pair)) this.cookie = pair.endsWith('=') ? null : pair;
    }
    const text = await reply.text();
    return {
      status: reply.status,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
      headers: reply.headers,
    };
  }

  post(operation: string, body: object = {}, headers: Record<string, string> = {}) {
    return this.send('POST', operation, body, headers);
  }

  get(operation: string, headers: Record<string, string> = {}) {
    return this.send('GET', operation, undefined, headers);
  }
}

/** The code that an authenticator application shows just now. */
export const codeNow = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
