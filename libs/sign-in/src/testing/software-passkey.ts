import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

/** The head of a CBOR item (RFC 8949, 3): its kind, and a number below 65,536. */
const head = (kind: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  return value < 256
    ? Buffer.from([(kind << 5) | 24, value])
    : Buffer.from([(kind << 5) | 25, value >> 8, value & 0xff]);
};

/** The little of CBOR that WebAuthn needs of a device. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
};

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
    const cose = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = this.authenticatorData(bend, Buffer.concat([Buffer.alloc(16), length, this.id, cose]));
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', challenge, bend).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
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
