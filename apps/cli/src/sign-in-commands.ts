import { DomainError } from '#kernel';
import { localDayOf } from '#legal-time';
import { administratorsOn, USERS_STREAM, usersFold } from '#identity';
import { SystemClock } from '#runtime';
import { accountsOf, configurationFrom, CurrentTown, openTown, signInTrailOf } from '#server';
import { Account, CredentialStore, SignIn } from '#sign-in';

/**
 * Takes away what every administrator in force signs in with, and prints a one-time link for each to begin anew: for
 * whoever sits at the machine when nobody can sign in any more (a lost authenticator, a lost credential file, a first start
 * that broke off).
 * @returns the exit code
 * @throws IDENTITY.NO_ADMINISTRATOR where the first start has not been made
 */
export const recoverAdministrators = async (): Promise<number> => {
  const configuration = configurationFrom(process.env);
  const clock = new SystemClock();
  const town = await openTown(configuration, clock);
  const store = new CredentialStore(configuration.credentialFile);
  try {
    const current = new CurrentTown(town);
    const { zone } = configuration;
    const { state } = await town.engine.loader.load(USERS_STREAM, usersFold);
    const administrators = administratorsOn(state, localDayOf(clock.now(), zone));
    if (administrators.length === 0)
      throw new DomainError(
        'IDENTITY.NO_ADMINISTRATOR',
        'Nobody is administrator: start the server, it prints a link.',
      );
    const trail = signInTrailOf(current);
    const accounts = accountsOf(current, zone);
    const origin = configuration.origin ?? `http://localhost:${configuration.port}`;
    const signIn = new SignIn({ store, accounts, trail, keys: town.keys, clock, zone, origin });
    const account = new Account(signIn);
    for (const userId of administrators) {
      const { link } = await account.reset(userId, 'console');
      process.stdout.write(`${(await accounts.emailOf(userId)) ?? userId}: ${link}\n`);
    }
    return 0;
  } finally {
    store.close();
    await town.stop();
  }
};
