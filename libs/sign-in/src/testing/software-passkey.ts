import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** What of an answer is to differ from what an honest device and browser would give. */
export interface Bend {
  readonly origin?: string;
  readonly rpID?: string;
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly challenge?: string;
  /** Signs with a key of its own. */
  readonly forged?: boolean;
}

/**
 * A device with one passkey (ES256), made of node's own cryptography after WebAuthn level 2 (6.1 authenticator data, 6.5
 * attestation "none"), so that its answers can be bent in ways a browser does not allow.
 */
export class SoftwarePasskey {
  readonly id = randomBytes(32);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  constructor(
    private readonly origin: string,
    private readonly rpID: string,
  ) {}

  private clientData(type: string, challenge: string, bend: Bend): Buffer {
    const data = {
      type,
      challenge: bend.challenge ?? challenge,
      origin: bend.origin ?? this.origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  /** Hash of the site, flags (user present 0x01, verified 0x04, attested 0x40), counter. */
  private authenticatorData(bend: Bend, attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (bend.userVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(bend.counter ?? this.counter);
    return Buffer.concat([sha256(bend.rpID ?? this.rpID), Buffer.from([flags]), counter, attested]);
  }

  /** The answer to `beginPasskey`. */
  made(challenge: string, bend: Bend = {}): object {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = this.authenticatorData(bend, Buffer.concat([Buffer.alloc(16), length, this.id, cose]));
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', challenge, bend).toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to `beginPasskeySignIn`; counts one up. */
  signed(challenge: string, bend: Bend = {}): object {
    this.counter += 1;
    const clientData = this.clientData('webauthn.get', challenge, bend);
    const authenticatorData = this.authenticatorData(bend);
    const { privateKey } = bend.forged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : this.keys;
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(privateKey);
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  private credential(response: object): object {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
