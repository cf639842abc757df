import type { KeyObject } from 'node:crypto';
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { CLIENT } from './client.js';

/** What this provider does otherwise than an honest one; nothing, where nothing is said. */
export interface Lies {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Claims left out of the ID token. */
  readonly without?: readonly string[];
  /** How the ID token is signed: with a key that is not published, not at all, or with what the client knows too. */
  readonly signed?: 'byAnother' | 'not' | 'withTheClientSecret';
  /** The token is altered after it was signed. */
  readonly altered?: Readonly<Record<string, unknown>>;
  readonly noIdToken?: boolean;
  readonly discovery?: Readonly<Record<string, unknown>>;
  readonly discoveryStatus?: number;
  readonly token?: { readonly status: number; readonly body?: object; readonly headers?: Record<string, string> };
  readonly userInfo?: Readonly<Record<string, unknown>>;
}

const base64url = (value: object | Buffer): string =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url');

const newKey = (): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } =>
  generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A small OpenID provider that can be told to lie. It logs everybody in as `superintendent`, an officer by their group. */
export class LyingProvider {
  lies: Lies = {};
  /** Requests of the token endpoint as they came. */
  readonly asked: { readonly authorization: string | undefined; readonly body: URLSearchParams }[] = [];
  /** Paths that were asked for. */
  readonly paths: string[] = [];
  private readonly pending = new Map<string, { readonly nonce: string; readonly challenge: string }>();
  private readonly key = newKey();
  private readonly otherKey = newKey();
  private issued = 0;

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<LyingProvider> {
    let handle = (_request: IncomingMessage, _response: ServerResponse): Promise<void> => Promise.resolve();
    const server = createServer((request, response) => void handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new LyingProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    handle = (request, response) => provider.answer(request, response);
    return provider;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Plays the browser at the provider: logged in at once. @returns the callback that the browser is sent to */
  logIn(redirectTo: string): string {
    const asked = new URL(redirectTo).searchParams;
    const code = `code-${(this.issued += 1)}`;
    this.pending.set(code, { nonce: asked.get('nonce')!, challenge: asked.get('code_challenge')! });
    const callback = new URL(asked.get('redirect_uri')!);
    callback.search = new URLSearchParams({ code, state: asked.get('state')!, iss: this.issuer }).toString();
    return callback.href;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const send = (status: number, body: object, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const path = request.url ?? '';
    this.paths.push(path);
    const { issuer, lies } = this;
    if (path === '/.well-known/openid-configuration')
      return send(lies.discoveryStatus ?? 200, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/me`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        authorization_response_iss_parameter_supported: true,
        ...lies.discovery,
      });
    if (path === '/jwks')
      return send(200, {
        keys: [{ ...this.key.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
      });
    if (path === '/me') return send(200, lies.userInfo ?? { sub: 'superintendent' });
    if (path !== '/token') return send(404, {});
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    this.asked.push({ authorization: request.headers.authorization, body });
    if (lies.token) return send(lies.token.status, lies.token.body ?? {}, lies.token.headers);
    const code = body.get('code') ?? '';
    const trip = this.pending.get(code);
    this.pending.delete(code);
    const proof = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!trip || trip.challenge !== proof) return send(400, { error: 'invalid_grant' });
    return send(200, {
      access_token: 'access token of the lying provider',
      token_type: 'Bearer',
      ...(lies.noIdToken ? {} : { id_token: this.idToken(trip.nonce) }),
    });
  }

  private idToken(nonce: string): string {
    const { lies } = this;
    const now = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      iss: this.issuer,
      sub: 'superintendent',
      aud: CLIENT.clientId,
      iat: now,
      exp: now + 300,
      nonce,
      name: 'Person superintendent',
      email: 'superintendent@county.example.gov',
      groups: ['sewer-officers'],
      ...lies.claims,
    };
    for (const name of lies.without ?? []) delete claims[name];
    const alg = lies.signed === 'not' ? 'none' : lies.signed === 'withTheClientSecret' ? 'HS256' : 'RS256';
    const head = base64url({ alg, ...(alg === 'RS256' ? { kid: 'one' } : {}) });
    const signed = `${head}.${base64url(claims)}`;
    const { privateKey } = lies.signed === 'byAnother' ? this.otherKey : this.key;
    const signature =
      alg === 'none'
        ? ''
        : alg === 'HS256'
          ? createHmac('sha256', CLIENT.clientSecret).update(signed).digest('base64url')
          : base64url(sign('sha256', Buffer.from(signed), privateKey));
    return `${lies.altered ? `${head}.${base64url({ ...claims, ...lies.altered })}` : signed}.${signature}`;
  }
}
