import { FixedClock } from '#kernel';

import { CredentialStore } from './credential-store.js';
import { later } from './testing/small-town.js';
import { Tries } from './tries.js';

const START = '2026-11-30T14:00:00.000Z';
const HERE = '203.0.113.7';

const open = () => {
  const clock = new FixedClock(START);
  const store = new CredentialStore(':memory:');
  return { clock, tries: new Tries({ clock, store }) };
};

describe('counting tries that do not match (screen 10a; ASVS 5.0 V6.3.1)', () => {
  it('says how many are left and how long the wait is that comes then', () => {
    const { tries } = open();
    const said = Array.from({ length: 5 }, () => tries.failed('account:a', HERE, 'password', 'That does not match.'));
    expect(said.map(({ message }) => message)).toEqual([
      'That does not match. 4 tries left before a 15-minute wait.',
      'That does not match. 3 tries left before a 15-minute wait.',
      'That does not match. 2 tries left before a 15-minute wait.',
      'That does not match. 1 try left before a 15-minute wait.',
      'That does not match. Wait 15 minutes before the next try.',
    ]);
    expect(said[4]!.details).toMatchObject({ triesLeft: 0, until: later(START, 15), retryAfterSeconds: 900 });
  });

  it('whoever must wait is told for how long and until when', () => {
    const { tries, clock } = open();
    for (let n = 0; n < 5; n += 1) tries.failed('account:a', HERE, 'password', '');
    clock.set(later(START, 14.5));
    expect(() => tries.refuseToWait('account:a', '198.51.100.1')).toThrow(
      expect.objectContaining({
        code: 'SIGN_IN.WAIT',
        message: 'Too many tries did not match. Wait 1 minute before the next one.',
        details: expect.objectContaining({
          kind: 'tooMany',
          retryAfterSeconds: 30,
          until: later(START, 15),
        }) as unknown,
      }),
    );
    clock.set(later(START, 15));
    expect(() => tries.refuseToWait('account:a', HERE)).not.toThrow();
    expect(tries.failed('account:a', HERE, 'password', 'No.').message).toBe(
      'No. 4 tries left before a 30-minute wait.',
    );
  });

  it('one account that waits holds up no other, and nobody else at the same address', () => {
    const { tries } = open();
    for (let n = 0; n < 5; n += 1) tries.failed('account:a', HERE, 'password', '');
    expect(() => tries.refuseToWait('account:b', HERE)).not.toThrow();
    expect(() => tries.refuseToWait(null, HERE)).not.toThrow();
  });

  it('fifty failures from one address, over however many accounts, hold that address up', () => {
    const { tries } = open();
    const said = Array.from({ length: 50 }, (_, n) => tries.failed(`account:${n}`, HERE, 'password', 'No.').message);
    expect(said[44]).toBe('No. 4 tries left before a 15-minute wait.');
    expect(said[48]).toBe('No. 1 try left before a 15-minute wait.');
    expect(() => tries.refuseToWait('account:new', HERE)).toThrow(expect.objectContaining({ code: 'SIGN_IN.WAIT' }));
    expect(() => tries.refuseToWait('account:new', '198.51.100.1')).not.toThrow();
  });

  it('a success begins the count of the account anew', () => {
    const { tries } = open();
    for (let n = 0; n < 4; n += 1) tries.failed('account:a', HERE, 'password', '');
    tries.succeeded('account:a');
    expect(tries.failed('account:a', HERE, 'password', 'No.').message).toBe(
      'No. 4 tries left before a 15-minute wait.',
    );
  });
});
