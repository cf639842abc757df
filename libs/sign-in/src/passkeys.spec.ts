import type { SmallTown, Visitor } from './testing/small-town.js';
import { later, openSmallTown } from './testing/small-town.js';
import type { Bend } from './testing/software-passkey.js';
import { SoftwarePasskey } from './testing/software-passkey.js';

const OFFICER = 'officer@example.gov';
const ORIGIN = 'https://outfall.example.gov';

let town: SmallTown;
let userId: string;
let officer: Visitor;

beforeEach(async () => {
  town = await openSmallTown({ origin: ORIGIN });
  userId = await town.member('Officer', OFFICER);
  officer = await town.signedIn(OFFICER);
  town.trail.entries.length = 0;
});
afterEach(() => town.close());

const device = () => new SoftwarePasskey(ORIGIN, 'outfall.example.gov');
const challengeOf = async (visitor: Visitor, operation: string) =>
  (await visitor.post(operation)).body as { challenge: string; [rest: string]: unknown };

const add = async (passkey: SoftwarePasskey, bend: Bend = {}) => {
  const { challenge } = await challengeOf(officer, 'beginPasskey');
  return officer.post('addPasskey', { name: 'Town laptop', response: passkey.made(challenge, bend) });
};

const signIn = async (passkey: SoftwarePasskey, bend: Bend = {}) => {
  const visitor = town.visitor();
  const { challenge } = await challengeOf(visitor, 'beginPasskeySignIn');
  return visitor.post('signInWithPasskey', { response: passkey.signed(challenge, bend) });
};

const NOT_ACCEPTED = { status: 401, code: 'SIGN_IN.PASSKEY_NOT_ACCEPTED' };

describe('adding a passkey (issue 4, deliverable 2)', () => {
  it('asks the device to keep it, to verify the person, and for this site', async () => {
    const { challenge, ...options } = await challengeOf(officer, 'beginPasskey');
    expect(Buffer.from(challenge, 'base64url').length).toBeGreaterThanOrEqual(32);
    expect(options).toMatchObject({
      rp: { id: 'outfall.example.gov', name: 'Outfall' },
      user: { name: OFFICER },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it('keeps its public key, lists it to the person, and puts it on file', async () => {
    const passkey = device();
    expect((await add(passkey)).status).toBe(201);
    expect((await officer.get('getAccount')).body).toMatchObject({
      passkeys: [{ credentialId: passkey.id.toString('base64url'), name: 'Town laptop', lastUsedAt: null }],
    });
    expect(town.trail.entries).toEqual([{ type: 'CredentialChanged', userId, what: 'passkeyAdded', by: userId }]);
  });

  it('takes no answer of another site, without the person verified, to another challenge, or of a known passkey', async () => {
    for (const bend of [
      { origin: 'https://outfall.example.gov.attacker.example' },
      { origin: 'http://outfall.example.gov' },
      { rpID: 'attacker.example' },
      { userVerified: false },
      { challenge: Buffer.alloc(32).toString('base64url') },
    ])
      expect([bend, (await add(device(), bend)).body]).toMatchObject([bend, NOT_ACCEPTED]);
    const passkey = device();
    expect((await add(passkey)).status).toBe(201);
    expect((await add(passkey)).body).toMatchObject(NOT_ACCEPTED);
    expect(town.store.passkeysOf(userId)).toHaveLength(1);
  });

  it('takes a challenge once, within five minutes, and from the person it was made for', async () => {
    const { challenge } = await challengeOf(officer, 'beginPasskey');
    expect((await officer.post('addPasskey', { name: 'a', response: device().made(challenge) })).status).toBe(201);
    expect((await officer.post('addPasskey', { name: 'b', response: device().made(challenge) })).body).toMatchObject(
      NOT_ACCEPTED,
    );
    const late = await challengeOf(officer, 'beginPasskey');
    town.clock.set(later(town.clock.now(), 5));
    expect(
      (await officer.post('addPasskey', { name: 'c', response: device().made(late.challenge) })).body,
    ).toMatchObject(NOT_ACCEPTED);
    await town.member('Clerk', 'clerk@example.gov');
    const clerk = await town.signedIn('clerk@example.gov');
    const mine = await challengeOf(officer, 'beginPasskey');
    expect((await clerk.post('addPasskey', { name: 'd', response: device().made(mine.challenge) })).body).toMatchObject(
      NOT_ACCEPTED,
    );
  });
});

describe('signing in by passkey (issue 4, deliverable 2)', () => {
  it('needs no e-mail, password or code, and finds the person by the passkey', async () => {
    const passkey = device();
    await add(passkey);
    const visitor = town.visitor();
    const { challenge, ...options } = await challengeOf(visitor, 'beginPasskeySignIn');
    expect(options).toMatchObject({ rpId: 'outfall.example.gov', userVerification: 'required' });
    expect((await visitor.post('signInWithPasskey', { response: passkey.signed(challenge) })).body).toEqual({ userId });
    expect((await visitor.get('listSessions')).body).toMatchObject({
      sessions: [{ method: 'password' }, { method: 'passkey', thisOne: true }],
    });
    expect(town.trail.entries.at(-1)).toMatchObject({ type: 'SignedIn', userId, method: 'passkey' });
  });

  it('takes no answer that is forged, of another site, or without the person verified', async () => {
    const passkey = device();
    await add(passkey);
    for (const bend of [
      { forged: true },
      { origin: 'https://attacker.example' },
      { rpID: 'attacker.example' },
      { userVerified: false },
      { challenge: Buffer.alloc(32).toString('base64url') },
    ])
      expect([bend, (await signIn(passkey, bend)).body]).toMatchObject([bend, NOT_ACCEPTED]);
    expect((await signIn(passkey)).status).toBe(200);
    expect(town.trail.entries.filter(({ type }) => type === 'SignInFailed')).toHaveLength(5);
  });

  it('takes an answer once and within five minutes: who recorded it signs in with nothing', async () => {
    const passkey = device();
    await add(passkey);
    const { challenge } = await challengeOf(town.visitor(), 'beginPasskeySignIn');
    const response = passkey.signed(challenge);
    expect((await town.visitor().post('signInWithPasskey', { response })).status).toBe(200);
    expect((await town.visitor().post('signInWithPasskey', { response })).body).toMatchObject(NOT_ACCEPTED);
    const late = await challengeOf(town.visitor(), 'beginPasskeySignIn');
    town.clock.set(later(town.clock.now(), 5));
    expect(
      (await town.visitor().post('signInWithPasskey', { response: passkey.signed(late.challenge) })).body,
    ).toMatchObject(NOT_ACCEPTED);
  });

  it('refuses a counter that went back: the passkey was copied (WebAuthn 6.1.1)', async () => {
    const passkey = device();
    await add(passkey);
    expect((await signIn(passkey, { counter: 7 })).status).toBe(200);
    expect((await signIn(passkey, { counter: 7 })).body).toMatchObject(NOT_ACCEPTED);
    expect((await signIn(passkey, { counter: 8 })).status).toBe(200);
  });

  it('answers a passkey that is not known, was removed, or whose account is closed in the same words', async () => {
    const [passkey, removed] = [device(), device()];
    await add(passkey);
    await add(removed);
    await officer.post('removePasskey', { credentialId: removed.id.toString('base64url') });
    expect((await signIn(removed)).body).toMatchObject(NOT_ACCEPTED);
    expect((await signIn(device())).body).toMatchObject(NOT_ACCEPTED);
    town.users.change(userId, { active: false });
    expect((await signIn(passkey)).body).toMatchObject(NOT_ACCEPTED);
  });

  it('is not held up by failures with the password, which another may have caused', async () => {
    const passkey = device();
    await add(passkey);
    const given = { email: OFFICER, password: 'a password of another person' };
    for (let n = 0; n < 6; n += 1) await town.visitor().post('signInWithPassword', given);
    expect((await signIn(passkey)).status).toBe(200);
  });
});
