import { DomainError } from '#kernel';
import { localDayOf } from '#legal-time';
import { administratorsOn, USERS_STREAM, usersFold } from '#identity';
import { SystemClock } from '#runtime';
import { accountsOf, configurationFrom, CurrentTown, openTown, signInTrailOf } from '#server';
import { CredentialStore, SignIn } from '#sign-in';

/**
 * Prints a one-time link for every administrator in force, with which they choose a new password: for whoever sits at the
 * machine when nobody can sign in any more (the credential file was lost, or the first start broke off). @returns the
 * exit code
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
    for (const userId of administrators) {
      await trail.record({ type: 'CredentialChanged', userId, what: 'invited', by: 'console' });
      process.stdout.write(`${(await accounts.emailOf(userId)) ?? userId}: ${signIn.invitationLink(userId)}\n`);
    }
    return 0;
  } finally {
    store.close();
    await town.stop();
  }
};
