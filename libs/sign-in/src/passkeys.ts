import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

import { DomainError } from '#kernel';

import type { PasskeyRow } from './credential-store.js';
import type { Desk } from './desk.js';
import { minutesAfter } from './desk.js';

const CHALLENGE_MINUTES = 5;

const notAccepted = (): DomainError =>
  new DomainError('SIGN_IN.PASSKEY_NOT_ACCEPTED', 'This passkey was not accepted.', {
    kind: 'unauthenticated',
    rule: 'A passkey of this site answers a challenge of the last five minutes, with the person verified on the device.',
  });

/** Passkeys (WebAuthn level 2): discoverable, the person verified by the device, each challenge good once. */
export class Passkeys {
  constructor(private readonly desk: Desk) {}

  private get rpID(): string {
    return new URL(this.desk.origin).hostname;
  }

  private keep(challenge: string, userId: string | null): void {
    const { store, clock } = this.desk;
    store.addChallenge(challenge, userId, minutesAfter(clock.now(), CHALLENGE_MINUTES));
  }

  private expected(userId: string | null) {
    const { store, clock, origin } = this.desk;
    return {
      expectedChallenge: (challenge: string) => store.takeChallenge(challenge, userId, clock.now()),
      expectedOrigin: origin,
      expectedRPID: this.rpID,
      requireUserVerification: true,
    };
  }

  /** What the browser needs to make a passkey for a person. */
  async beginAdding(userId: string, name: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const options = await generateRegistrationOptions({
      rpName: 'Outfall',
      rpID: this.rpID,
      userName: name,
      userDisplayName: name,
      userID: new TextEncoder().encode(userId),
      attestationType: 'none',
      excludeCredentials: this.desk.store.passkeysOf(userId).map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    this.keep(options.challenge, userId);
    return options;
  }

  /** The passkey that a browser made. @throws SIGN_IN.PASSKEY_NOT_ACCEPTED */
  async added(userId: string, name: string, response: object): Promise<PasskeyRow> {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...this.expected(userId),
      response: response as RegistrationResponseJSON,
    }).catch(() => ({ verified: false, registrationInfo: undefined }));
    if (!verified || !registrationInfo) throw notAccepted();
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    if (this.desk.store.passkey(id)) throw notAccepted();
    return {
      credentialId: id,
      userId,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
      name,
      createdAt: this.desk.clock.now(),
      lastUsedAt: null,
    };
  }

  /** What the browser needs to ask for any passkey of this site. */
  async beginSignIn(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const options = await generateAuthenticationOptions({ rpID: this.rpID, userVerification: 'required' });
    this.keep(options.challenge, null);
    return options;
  }

  /** Whose passkey answered. @throws SIGN_IN.PASSKEY_NOT_ACCEPTED */
  async answered(response: object): Promise<{ readonly userId: string }> {
    const { store, clock } = this.desk;
    const given = response as AuthenticationResponseJSON;
    const passkey = typeof given.id === 'string' ? store.passkey(given.id) : null;
    if (!passkey) throw notAccepted();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...this.expected(null),
      response: given,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    if (!verified || !authenticationInfo) throw notAccepted();
    store.usePasskey(passkey.credentialId, authenticationInfo.newCounter, clock.now());
    return { userId: passkey.userId };
  }
}
