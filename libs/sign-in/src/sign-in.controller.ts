import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';

import { DomainError, isDomainError } from '#kernel';
import { addDays, startOfDay } from '#legal-time';
import type { HttpReply, HttpRequest } from '#runtime/http';
import { validated } from '#runtime/http';

import { Account, type Self } from './account.js';
import { OpenIdSignIn } from './open-id.js';
import type { SignedIn } from './sign-in.js';
import { SignIn } from './sign-in.js';
import * as dto from './sign-in.dto.js';

interface Reply extends HttpReply {
  status(code: number): Reply;
}

interface Request extends HttpRequest {
  readonly url: string;
}

/** Token of the single sign-on; null where none is set up. */
export const OPEN_ID = Symbol('open id');

const notSignedIn = (): DomainError =>
  new DomainError('IDENTITY.NOT_SIGNED_IN', 'You are not signed in.', {
    kind: 'unauthenticated',
    rule: 'Your own account is reached in a session of a browser, not by an access token.',
  });

/** The routes of signing in and of one's own account. */
@ApiTags('sign-in')
@Controller('api')
export class SignInController {
  private readonly account: Account;

  constructor(
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(OPEN_ID) private readonly openId: OpenIdSignIn | null,
  ) {
    this.account = new Account(signIn);
  }

  /** The session that the browser had until now ends with the new one (ASVS 5.0 V7.2.4). */
  private async entered(request: Request, reply: Reply, { cookie, userId }: SignedIn): Promise<object> {
    await this.signIn.sessions.close(request.headers);
    reply.header('set-cookie', cookie);
    return { userId };
  }

  /** @throws IDENTITY.NOT_SIGNED_IN */
  private async self(request: Request): Promise<Self> {
    const principal = await this.signIn.sessions.principalOf(request.headers);
    if (!principal) throw notSignedIn();
    request.sender = { id: principal.userId };
    const { sessionId } = principal;
    if (sessionId === null) throw notSignedIn();
    return { ...principal, sessionId, address: request.ip };
  }

  /** @throws IDENTITY.NOT_SIGNED_IN, IDENTITY.NOT_YOUR_ROLE */
  private async administrator(request: Request): Promise<Self> {
    const self = await this.self(request);
    const user = await this.signIn.desk.accounts.userOf(self.userId);
    if (user?.roles.some(({ role }) => role === 'administrator')) return self;
    throw new DomainError('IDENTITY.NOT_YOUR_ROLE', 'This is not for your role to do.', {
      kind: 'forbidden',
      rule: 'It is done by: administrator.',
    });
  }

  @Get('getSignInMethods')
  async getSignInMethods(): Promise<object> {
    return { ...(await this.signIn.methods()), password: true, passkey: true, openId: this.openId !== null };
  }

  @Post('createFirstAdministrator')
  @HttpCode(201)
  async createFirstAdministrator(
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<object> {
    const given = validated(dto.FirstAdministratorDto, body);
    return this.entered(request, reply, await this.signIn.createFirstAdministrator(given, request.ip));
  }

  @Post('acceptInvitation')
  @HttpCode(200)
  async acceptInvitation(
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<object> {
    const given = validated(dto.AcceptInvitationDto, body);
    return this.entered(request, reply, await this.signIn.acceptInvitation(given, request.ip));
  }

  @Post('signInWithPassword')
  @HttpCode(200)
  async signInWithPassword(
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<object> {
    return this.entered(request, reply, await this.signIn.withPassword(validated(dto.PasswordDto, body), request.ip));
  }

  @Post('beginPasskeySignIn')
  @HttpCode(200)
  async beginPasskeySignIn(@Body() body: unknown): Promise<object> {
    validated(dto.NothingDto, body);
    return this.signIn.passkeys.beginSignIn();
  }

  @Post('signInWithPasskey')
  @HttpCode(200)
  async signInWithPasskey(
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<object> {
    const { response } = validated(dto.PasskeyAnswerDto, body);
    return this.entered(request, reply, await this.signIn.withPasskey(response, request.ip));
  }

  @Get('signInWithOpenId')
  async signInWithOpenId(@Res({ passthrough: true }) reply: Reply): Promise<void> {
    const { redirectTo, cookie } = await this.sso().begin();
    reply.header('set-cookie', cookie);
    reply.header('location', redirectTo);
    reply.status(302);
  }

  @Get('openIdCallback')
  async openIdCallback(@Req() request: Request, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    reply.status(302);
    try {
      const { userId } = await this.sso().finish(request.url, request.headers, request.ip);
      await this.entered(request, reply, await this.signIn.enterByOpenId(userId, request.ip));
      reply.header('location', '/account');
    } catch (error) {
      // A person comes back here with a browser: the page says it in words. Faults of this program stay faults.
      if (!isDomainError(error)) throw error;
      reply.header('location', `/sign-in#${error.code}`);
    }
  }

  private sso(): OpenIdSignIn {
    if (this.openId) return this.openId;
    throw new DomainError('SIGN_IN.OPENID_NOT_SET_UP', 'No single sign-on is set up here.', { kind: 'notFound' });
  }

  @Post('signOut')
  @HttpCode(200)
  async signOut(
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<object> {
    validated(dto.NothingDto, body);
    reply.header('set-cookie', await this.signIn.sessions.close(request.headers));
    // What a browser kept of the town's pages goes with the session (ASVS 5.0 V14.3.1).
    reply.header('clear-site-data', '"cache", "storage"');
    return {};
  }

  @Get('getAccount')
  async getAccount(@Req() request: Request): Promise<object> {
    return this.account.shown(await this.self(request));
  }

  @Post('changePassword')
  @HttpCode(200)
  async changePassword(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const self = await this.self(request);
    const { current, password } = validated(dto.ChangePasswordDto, body);
    await this.account.changePassword(self, current, password);
    return {};
  }

  @Post('beginTotp')
  @HttpCode(200)
  async beginTotp(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const self = await this.self(request);
    validated(dto.NothingDto, body);
    return this.account.beginTotp(self);
  }

  @Post('confirmTotp')
  @HttpCode(200)
  async confirmTotp(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const self = await this.self(request);
    await this.account.confirmTotp(self, validated(dto.CodeDto, body).code);
    return {};
  }

  @Post('removeTotp')
  @HttpCode(200)
  async removeTotp(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const self = await this.self(request);
    await this.account.removeTotp(self, validated(dto.CodeDto, body).code);
    return {};
  }

  @Post('beginPasskey')
  @HttpCode(200)
  async beginPasskey(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const self = await this.self(request);
    validated(dto.NothingDto, body);
    return this.account.beginPasskey(self);
  }

  @Post('addPasskey')
  @HttpCode(201)
  async addPasskey(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const self = await this.self(request);
    const { name, response } = validated(dto.AddPasskeyDto, body);
    return this.account.addPasskey(self, name, response);
  }

  @Post('removePasskey')
  @HttpCode(200)
  async removePasskey(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const self = await this.self(request);
    await this.account.removePasskey(self, validated(dto.OfPasskeyDto, body).credentialId);
    return {};
  }

  @Get('listSessions')
  async listSessions(@Req() request: Request): Promise<object> {
    return { sessions: this.account.sessions(await this.self(request)) };
  }

  @Post('revokeSession')
  @HttpCode(200)
  async revokeSession(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const self = await this.self(request);
    await this.account.revokeSession(self, validated(dto.OfSessionDto, body).sessionId);
    return {};
  }

  @Post('createAccessToken')
  @HttpCode(201)
  async createAccessToken(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const self = await this.self(request);
    const { zone } = this.signIn.desk;
    return this.account.createToken(self, validated(dto.CreateTokenDto, body), (day) =>
      startOfDay(addDays(day, 1), zone),
    );
  }

  @Get('listAccessTokens')
  async listAccessTokens(@Req() request: Request): Promise<object> {
    return { tokens: this.account.tokens(await this.self(request)) };
  }

  @Post('revokeAccessToken')
  @HttpCode(200)
  async revokeAccessToken(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const self = await this.self(request);
    await this.account.revokeToken(self, validated(dto.OfTokenDto, body).tokenId);
    return {};
  }

  @Post('inviteUser')
  @HttpCode(200)
  async inviteUser(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const { userId: by } = await this.administrator(request);
    return this.account.invite(validated(dto.OfUserDto, body).userId, by);
  }

  @Post('resetSignIn')
  @HttpCode(200)
  async resetSignIn(@Body() body: unknown, @Req() request: Request): Promise<object> {
    const { userId: by } = await this.administrator(request);
    return this.account.reset(validated(dto.OfUserDto, body).userId, by);
  }
}
