// The pages of signing in, until the web application takes their place. Plain script: nothing is built for it.
const $ = (id) => document.getElementById(id);

const say = (id, text) => {
  for (const one of ['alert', 'status']) $(one).hidden = true;
  $(id).textContent = text;
  $(id).hidden = false;
  if (id === 'alert') $(id).focus();
};

class Refused extends Error {
  constructor(problem) {
    // Where tries are counted the title says it all.
    super(problem.rule && problem.triesLeft === undefined ? `${problem.title} ${problem.rule}` : problem.title);
    this.code = problem.code;
    this.field = problem.field;
  }
}

/** The field of a form that a refusal is about is marked and tied to what is said. */
const mark = (form, name) => {
  for (const input of document.querySelectorAll('[aria-invalid]')) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-describedby');
  }
  const input = name ? form?.elements?.namedItem(name) : null;
  if (!input) return;
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', 'alert');
  if (input.autocomplete === 'current-password') input.value = '';
};

const linkTo = (address, text) => Object.assign(document.createElement('a'), { href: address, textContent: text });

const ask = async (operation, body) => {
  const reply = await fetch(`/api/${operation}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await reply.json();
  if (!reply.ok) throw new Refused(answer);
  return answer;
};

/** Runs what a button or form does; a refusal is said in words. */
const guarded = (work) => async (event) => {
  event?.preventDefault();
  const form = event?.target;
  try {
    mark(form, null);
    await work(event);
  } catch (error) {
    mark(form, error.field);
    say('alert', error instanceof Refused ? error.message : 'That did not work. Try again.');
    if (!(error instanceof Refused)) console.error(error);
    if (error.code === 'SIGN_IN.PROVE_AGAIN') $('alert').append(' ', linkTo('/sign-in', 'Sign in'));
    if (error.code === 'SIGN_IN.CODE_NEEDED') {
      $('code').hidden = false;
      $('code').querySelector('input').focus();
    }
  }
};

const onForm = (id, work) =>
  $(id)?.addEventListener(
    'submit',
    guarded((event) =>
      work(Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value !== '')), event.target),
    ),
  );
const onClick = (id, work) => $(id)?.addEventListener('click', guarded(work));

const enter = () => location.assign('/account');
const linkSecret = location.hash.slice(1);

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const text64 = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** A passkey of this site, made or asked for, in the form that the server reads. */
const credential = async (kind, options) => {
  const publicKey = { ...options, challenge: bytes(options.challenge) };
  if (kind === 'create') {
    publicKey.user = { ...options.user, id: bytes(options.user.id) };
    publicKey.excludeCredentials = options.excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) }));
  }
  const made = await navigator.credentials[kind]({ publicKey });
  const response = { clientDataJSON: text64(made.response.clientDataJSON) };
  for (const name of ['attestationObject', 'authenticatorData', 'signature', 'userHandle'])
    if (made.response[name]) response[name] = text64(made.response[name]);
  if (made.response.getTransports) response.transports = made.response.getTransports();
  return { id: made.id, rawId: text64(made.rawId), type: made.type, clientExtensionResults: {}, response };
};

/** Why the single sign-on let nobody in, by the code that the server sent the browser back with. */
const COUNTY_SAID = {
  'SIGN_IN.NO_ROLE': 'Your groups at the single sign-on give you no role here. Ask an administrator.',
  'SIGN_IN.OPENID_DENIED': 'The single sign-on did not let you in.',
  'SIGN_IN.OPENID_NOT_BEGUN': 'That took too long, or was begun in another browser. Try again.',
  'SIGN_IN.OPENID_NOT_ACCEPTED': 'The answer of the single sign-on was not accepted. Try again.',
  'SIGN_IN.OPENID_UNAVAILABLE': 'The single sign-on does not answer just now. Try again later, or use a passkey.',
  'SIGN_IN.OPENID_MISCONFIGURED': 'The single sign-on is not set up rightly. Tell an administrator.',
  'IDENTITY.INACTIVE': 'Your account here is closed. Ask an administrator.',
  'IDENTITY.LAST_ADMINISTRATOR': 'You are the last administrator and in no group that says so. Ask the county.',
};

const pages = {
  'sign-in': async () => {
    onForm('password-form', async (given) => {
      await ask('signInWithPassword', given);
      enter();
    });
    if (location.hash === '#ended') say('status', 'Your session ended.');
    const refused = COUNTY_SAID[location.hash.slice(1)];
    if (refused) say('alert', refused);
    onClick('passkey', async () => {
      await ask('signInWithPasskey', { response: await credential('get', await ask('beginPasskeySignIn', {})) });
      enter();
    });
    const { openId, firstRun } = await ask('getSignInMethods');
    $('open-id').hidden = !openId;
    if (firstRun) say('status', 'This town is not set up yet: open the link that the server printed at its start.');
  },
  'first-run': () => {
    onForm('first-run-form', async (given) => {
      await ask('createFirstAdministrator', { ...given, link: linkSecret });
      enter();
    });
  },
  invitation: () => {
    onForm('invitation-form', async (given) => {
      await ask('acceptInvitation', { ...given, link: linkSecret });
      enter();
    });
  },
  account: async () => {
    const row = (text, label, work) => {
      const item = document.createElement('li');
      item.append(text);
      if (work) {
        const button = document.createElement('button');
        button.className = 'plain small';
        button.textContent = label;
        button.addEventListener(
          'click',
          guarded(async () => (await work(), await show())),
        );
        item.append(button);
      }
      return item;
    };
    const when = (instant) =>
      new Intl.DateTimeFormat('en-US', {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZone: 'America/New_York',
        timeZoneName: 'short',
      }).format(new Date(instant));
    const show = async () => {
      const account = await ask('getAccount');
      const roles = account.roles.map(({ role, capacity }) => `${role} (${capacity})`).join(', ');
      $('who').textContent = `${account.name}, ${account.email}. Roles today: ${roles || 'none'}.`;
      $('totp-state').textContent = account.totp
        ? 'A code is asked for besides your password.'
        : 'No code is asked for.';
      $('totp-begin').hidden = account.totp;
      $('passkeys').replaceChildren(
        ...account.passkeys.map((one) =>
          row(`${one.name}, since ${when(one.createdAt)}`, 'Remove', () =>
            ask('removePasskey', { credentialId: one.credentialId }),
          ),
        ),
      );
      $('sessions').replaceChildren(
        ...account.sessions.map((one) =>
          row(
            `${one.thisOne ? 'Here, since' : 'Since'} ${when(one.createdAt)}, by ${one.method}`,
            'End',
            one.thisOne ? null : () => ask('revokeSession', { sessionId: one.sessionId }),
          ),
        ),
      );
      $('tokens').replaceChildren(
        ...account.tokens.map((one) =>
          row(`${one.name}: ${one.scopes.join(', ')}, until ${when(one.expiresAt)}`, 'Revoke', () =>
            ask('revokeAccessToken', { tokenId: one.tokenId }),
          ),
        ),
      );
    };
    onClick('sign-out', async () => {
      await ask('signOut', {});
      location.assign('/sign-in');
    });
    onForm('passkey-form', async ({ name }, form) => {
      await ask('addPasskey', { name, response: await credential('create', await ask('beginPasskey', {})) });
      form.reset();
      await show();
      say('status', 'The passkey is added.');
    });
    onClick('totp-begin', async () => {
      const { secret } = await ask('beginTotp', {});
      $('totp-secret').querySelector('code').textContent = secret;
      $('totp-secret').hidden = $('totp-form').hidden = false;
    });
    onForm('totp-form', async (given) => {
      await ask('confirmTotp', given);
      $('totp-secret').hidden = $('totp-form').hidden = true;
      await show();
      say('status', 'From now on a code is asked for.');
    });
    onForm('change-form', async (given, form) => {
      await ask('changePassword', given);
      form.reset();
      await show();
      say('status', 'The password is changed; you are signed out everywhere else.');
    });
    onForm('token-form', async ({ name, scopes, expiresOn }, form) => {
      const { secret } = await ask('createAccessToken', {
        name,
        expiresOn,
        scopes: scopes.split(',').map((one) => one.trim()),
      });
      $('token-secret').querySelector('code').textContent = secret;
      $('token-secret').hidden = false;
      form.reset();
      await show();
    });
    try {
      await show();
    } catch (error) {
      if (error.code === 'IDENTITY.NOT_SIGNED_IN') location.assign('/sign-in#ended');
      else throw error;
    }
  },
};

/** What is typed into a password field can be looked at. */
for (const input of document.querySelectorAll('input[type=password]')) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'show',
    textContent: 'Show password',
  });
  button.addEventListener('click', () => {
    const shown = input.type === 'text';
    input.type = shown ? 'password' : 'text';
    button.textContent = shown ? 'Show password' : 'Hide password';
  });
  input.closest('label').after(button);
}

await guarded(pages[document.body.dataset.page])();
