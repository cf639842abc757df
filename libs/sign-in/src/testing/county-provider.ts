import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Configuration } from 'oidc-provider';
import Provider from 'oidc-provider';

import { CLIENT } from './client.js';

/** A member of the county's staff as the provider knows them; without `groups` the claim is not made at all. */
export interface Person {
  readonly groups?: unknown;
}

/** A real OpenID provider on this machine, with its own pages for logging in and consenting. */
export class CountyProvider {
  /** By login, which is the subject too. */
  readonly people = new Map<string, Person>();

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  /**
   * @param redirectUri where it may send people back to
   * @param changes what this provider does otherwise than most
   * @param port 0 for any that is free
   */
  static async start(redirectUri: string, changes: Configuration = {}, port = 0): Promise<CountyProvider> {
    // The port has to be known before the issuer is.
    let handle: RequestListener = () => undefined;
    const server = createServer((request, response) => handle(request, response));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const county = new CountyProvider(issuer, server);
    const provider = quietly(() => new Provider(issuer, { ...county.configuration(redirectUri), ...changes }));
    const answer = provider.callback();
    handle = (request, response) => void answer(request, response);
    return county;
  }

  get port(): number {
    return Number(new URL(this.issuer).port);
  }

  private configuration(redirectUri: string): Configuration {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'county', use: 'sig', alg: 'RS256' }] as never },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      claims: { openid: ['sub', 'groups'], profile: ['name'], email: ['email'] },
      conformIdTokenClaims: false,
      findAccount: (_context, login) => ({
        accountId: login,
        claims: () => {
          const { groups } = this.people.get(login) ?? {};
          const known = { sub: login, name: `Person ${login}`, email: `${login}@county.example.gov` };
          return groups === undefined ? known : { ...known, groups };
        },
      }),
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** It says at its start that its pages for logging in are for development, and that this Node is not its newest. */
const quietly = <T>(make: () => T): T => {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return make();
  } finally {
    console.warn = warn;
  }
};

/** As much of a browser as logging in takes: follows redirects, keeps cookies, fills in the provider's two forms. */
export class Visitor {
  private readonly cookies = new Map<string, string>();

  /** @returns where the provider sends the browser at last, outside of itself */
  async logIn(from: string, login: string, declines = false): Promise<string> {
    const home = new URL(from).origin;
    let reply = await this.send(from);
    for (let step = 0; step < 20; step += 1) {
      const location = reply.headers.get('location');
      if (location !== null) {
        const next = new URL(location, home);
        if (next.origin !== home) return next.href;
        reply = await this.send(next.href);
        continue;
      }
      const page = await reply.text();
      const form = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (form === undefined) throw new Error(`The provider shows no form but ${reply.status}: ${page.slice(0, 200)}`);
      const abort = /href="([^"]+\/abort)"/.exec(page)?.[1];
      if (declines && abort !== undefined) {
        reply = await this.send(new URL(abort, home).href);
        continue;
      }
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      reply = await this.send(new URL(form, home).href, new URLSearchParams({ prompt, login, password: 'any' }));
    }
    throw new Error('The provider never sent the browser back.');
  }

  private async send(url: string, body?: URLSearchParams): Promise<Response> {
    const reply = await fetch(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body ? { body } : {}),
    });
    for (const set of reply.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1);
      const at = pair.indexOf('=');
      if (pair.slice(at + 1) === '') this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return reply;
  }
}
