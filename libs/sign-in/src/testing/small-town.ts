import 'reflect-metadata';

import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Secret, TOTP } from 'otpauth';

import { DomainError, FixedClock } from '#kernel';
import { MemoryKeyStore } from '#key-store';
import { ProblemFilter } from '#runtime/http';

import { CredentialStore } from '../credential-store.js';
import { PagesController } from '../pages.controller.js';
import type { Accounts, HeldRole, SignInEntry, SignInTrail } from '../ports.js';
import { OPEN_ID, SignInController } from '../sign-in.controller.js';
import { SignIn } from '../sign-in.js';

/** A password that nobody tries first. */
export const PASSWORD = 'nine herons under the bridge';
export const OTHER_PASSWORD = 'a lantern for every culvert';

const ADMINISTRATOR: HeldRole = { role: 'administrator', capacity: 'Town' };

interface User {
  readonly userId: string;
  name: string;
  email: string;
  active: boolean;
  roles: readonly HeldRole[];
}

/** The users of a small town, kept in memory under the rules that the port states. */
export class SmallTownUsers implements Accounts {
  private readonly users = new Map<string, User>();

  add(name: string, email: string, roles: readonly HeldRole[] = [{ role: 'officer', capacity: 'Town' }]): string {
    const userId = `user-${this.users.size + 1}`;
    this.users.set(userId, { userId, name, email, active: true, roles });
    return userId;
  }

  change(userId: string, change: Partial<Pick<User, 'email' | 'active'>>): void {
    Object.assign(this.users.get(userId)!, change);
  }

  async userOf(userId: string) {
    return this.users.get(userId) ?? null;
  }

  async needsFirstAdministrator() {
    return ![...this.users.values()].some(({ active, roles }) => active && roles.includes(ADMINISTRATOR));
  }

  async createFirstAdministrator({ name, email }: { readonly name: string; readonly email: string }) {
    if (!(await this.needsFirstAdministrator()))
      throw new DomainError('IDENTITY.ALREADY_SET_UP', 'There is an administrator.', { kind: 'conflict' });
    if (!email.includes('@')) throw new DomainError('IDENTITY.BAD_EMAIL', 'That is no e-mail.', { kind: 'invalid' });
    return this.add(name, email, [ADMINISTRATOR]);
  }

  async emailOf(userId: string) {
    return this.users.get(userId)?.email ?? null;
  }

  provision(): Promise<string> {
    throw new Error('no single sign-on in this town');
  }

  withdrawGroups(): Promise<void> {
    throw new Error('no single sign-on in this town');
  }
}

/** Keeps what is put on file; `full` stands for a disk on which nothing more can be written. */
export class KeptTrail implements SignInTrail {
  readonly entries: SignInEntry[] = [];
  full = false;

  async record(entry: SignInEntry): Promise<void> {
    if (this.full) throw new Error('the disk is full');
    this.entries.push(entry);
  }
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** Sends one request to this machine, from a loopback address of choice. */
const ask = (
  port: number,
  localAddress: string,
  method: string,
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(
      { host: '127.0.0.1', port, localAddress, agent: false, method, path, headers: { ...type, ...headers } },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (part: string) => (text += part));
        reply.on('error', reject);
        reply.on('end', () =>
          resolve({
            status: reply.statusCode!,
            headers: reply.headers,
            body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** A browser's side of a conversation: keeps its cookie as a browser would. */
export class Visitor {
  cookie: string | null = null;
  /** Every Set-Cookie that came, in turn. */
  readonly set: string[] = [];

  constructor(
    private readonly port: number,
    readonly ip = '127.0.0.1',
  ) {}

  post(operation: string, body: object = {}, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('POST', operation, body, headers);
  }

  get(operation: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('GET', operation, undefined, headers);
  }

  private async send(
    method: 'GET' | 'POST',
    operation: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Promise<Reply> {
    const reply = await ask(this.port, this.ip, method, `/api/${operation}`, body, {
      ...(this.cookie === null ? {} : { cookie: this.cookie }),
      ...headers,
    });
    for (const line of reply.headers['set-cookie'] ?? []) {
      this.set.push(line);
      const pair = line.split(';', 1)[0]!;
      this.cookie = pair.endsWith('=') ? null : pair;
    }
    return reply;
  }
}

class SmallTownModule {}
Module({})(SmallTownModule);

export interface SmallTown {
  readonly origin: string;
  readonly signIn: SignIn;
  readonly users: SmallTownUsers;
  readonly trail: KeptTrail;
  readonly store: CredentialStore;
  readonly clock: FixedClock;
  visitor(ip?: string): Visitor;
  /** Somebody with an account and a password, who has not signed in yet. */
  member(name: string, email: string, roles?: readonly HeldRole[]): Promise<string>;
  /** That one, signed in by password. */
  signedIn(email: string): Promise<Visitor>;
  close(): Promise<void>;
}

/** The answer of every page and route allows this and no more. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'";

/**
 * A server on this machine with the routes and pages of signing in and nothing else.
 * @param options browser: its origin is its own address, for a browser; otherwise as given, behind TLS
 */
export const openSmallTown = async ({
  origin = 'https://outfall.example.gov',
  browser = false,
}: { origin?: string; browser?: boolean } = {}): Promise<SmallTown> => {
  const clock = new FixedClock('2026-11-30T14:12:00.000Z');
  const users = new SmallTownUsers();
  const trail = new KeptTrail();
  const store = new CredentialStore(':memory:');
  const keys = new MemoryKeyStore();
  const desk = { store, accounts: users, trail, keys, clock, zone: 'America/New_York', origin };
  const signIn = new SignIn(desk);
  const adapter = new FastifyAdapter();
  const providers = [
    { provide: SignIn, useValue: signIn },
    { provide: OPEN_ID, useValue: null },
  ];
  const app = await NestFactory.create<NestFastifyApplication>(
    { module: SmallTownModule, controllers: [SignInController, PagesController], providers },
    adapter,
    { logger: false, abortOnError: false },
  );
  adapter.getInstance().addHook('onSend', async (request, reply) => {
    void reply.header('content-security-policy', POLICY);
    // As the server does: a session in use gets a new secret now and then.
    const cookie = reply.hasHeader('set-cookie') ? null : signIn.sessions.renewed(request.headers);
    if (cookie) void reply.header('set-cookie', cookie);
  });
  app.useGlobalFilters(new ProblemFilter());
  await app.init();
  await adapter.getInstance().ready();
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  // A browser goes to this machine without TLS, and passkeys need a name.
  if (browser) desk.origin = `http://localhost:${port}`;
  const visitor = (ip?: string) => new Visitor(port, ip);
  return {
    origin: desk.origin,
    signIn,
    users,
    trail,
    store,
    clock,
    visitor,
    member: async (name, email, roles) => {
      const userId = users.add(name, email, roles);
      const link = signIn.invitationLink(userId).split('#')[1];
      const { status } = await visitor().post('acceptInvitation', { link, password: PASSWORD });
      if (status !== 200) throw new Error(`the invitation was answered with ${status}`);
      store.removeOtherSessions(userId, null);
      return userId;
    },
    signedIn: async (email) => {
      const person = visitor();
      const { status } = await person.post('signInWithPassword', { email, password: PASSWORD });
      if (status !== 200) throw new Error(`the sign-in was answered with ${status}`);
      return person;
    },
    close: async () => {
      await app.close();
      store.close();
    },
  };
};

/** The code that an authenticator application shows at an instant. */
export const codeAt = (secret: string, instant: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(instant) });

/** The instant so many minutes later. */
export const later = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();
