import type { Identity } from '#runtime/http';
import type { OpenIdSettings } from '#sign-in';
import { CredentialStore, OpenIdSignIn, SignIn } from '#sign-in';

import { AccountIdentity } from './account-identity.js';
import { accountsOf, signInTrailOf } from './accounts.js';
import type { CurrentTown } from './current-town.js';
import { DemoIdentity } from './demo-identity.js';

export interface AccountSettings {
  /** File of what people prove themselves with. */
  readonly credentialFile: string;
  /** What they type into their browser. */
  readonly origin: string;
  readonly openId: OpenIdSettings | null;
}

/** Who may come in, and how they are known. */
export interface People {
  readonly identity: Identity;
  readonly signIn: SignIn | null;
  readonly openId: OpenIdSignIn | null;
  readonly close: () => void;
}

const DEMO_PEOPLE: People = { identity: new DemoIdentity(), signIn: null, openId: null, close: () => undefined };

/** People with accounts where there are settings for them; demo identities where there are none. */
export const peopleOf = (current: CurrentTown, zone: string, settings: AccountSettings | undefined): People => {
  if (!settings) return DEMO_PEOPLE;
  const { credentialFile, origin, openId } = settings;
  const { clock, keys } = current.town;
  const store = new CredentialStore(credentialFile);
  store.forget(clock.now());
  const accounts = accountsOf(current, zone);
  const trail = signInTrailOf(current);
  const signIn = new SignIn({ store, accounts, trail, keys, clock, zone, origin });
  return {
    identity: new AccountIdentity(signIn.sessions, current, zone),
    signIn,
    openId: openId && new OpenIdSignIn(openId, accounts, trail, clock),
    close: () => store.close(),
  };
};
