import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

import { chromiumPath } from './testing/chromium.js';
import type { SmallTown } from './testing/small-town.js';
import { codeAt, later, openSmallTown, PASSWORD } from './testing/small-town.js';

const EMAIL = 'first@example.gov';

let town: SmallTown;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** What the browser held against a page: a broken policy, a file not found, a fault of a script. */
const complaints: string[] = [];

beforeAll(async () => {
  town = await openSmallTown({ browser: true });
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refusal is also logged by the browser as a resource that failed; that is no fault.
    if (message.type() === 'error' && !/status of 4(?:01|03|29)/.test(message.text())) complaints.push(message.text());
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}, 120_000);

afterAll(async () => {
  await browser.close();
  await town.close();
});

const at = (path: string) => page.waitForURL(`${town.origin}${path}`);
const shown = (id: string) => page.locator(`#${id}`).innerText();
const signOut = async () => {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await at('/sign-in');
};
const signIn = async (password: string, code?: string) => {
  await page.getByLabel('Town e-mail').fill(EMAIL);
  await page.getByLabel('Password').fill(password);
  if (code !== undefined) await page.getByLabel('Code of your authenticator').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

describe('signing in with a browser (issue 4, deliverables 1 and 2; screens 10a and 10b)', () => {
  let totpSecret: string;

  it('the first administrator comes in by the link of the first start, whose secret reaches no server log', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const link = (await town.signIn.firstRunLink())!;
    await page.goto(link);
    await page.getByLabel('Your name').fill('First');
    await page.getByLabel('Town e-mail').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set up' }).click();
    await at('/account');
    await page.getByText('administrator (Town)').waitFor();
    expect(asked.length).toBeGreaterThan(4);
    expect(
      asked.map((url) => new URL(url)).filter(({ href, hash }) => href.replace(hash, '').includes(link.split('#')[1]!)),
    ).toEqual([]);
  });

  it('the session’s cookie is out of reach of scripts', async () => {
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await context.cookies()).toMatchObject([{ name: 'outfall', httpOnly: true, sameSite: 'Lax' }]);
  });

  it('a passkey is added, and signs in alone after signing out', async () => {
    await page.getByLabel('Name of this device').fill('Town laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Town laptop, since').waitFor();
    await signOut();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await at('/account');
    await page.getByText('administrator (Town)').waitFor();
    expect(town.trail.entries.at(-1)).toMatchObject({ type: 'SignedIn', method: 'passkey' });
  });

  it('a code is added, asked for besides the password, and signs in', async () => {
    await page.getByRole('button', { name: 'Add codes' }).click();
    await page.locator('#totp-secret').waitFor();
    totpSecret = await page.locator('#totp-secret code').innerText();
    await page.getByLabel('Code it shows').fill(codeAt(totpSecret, town.clock.now()));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('From now on a code is asked for.').waitFor();
    await signOut();
    town.clock.set(later(town.clock.now(), 1));
    await signIn(PASSWORD);
    await page.getByLabel('Code of your authenticator').waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('code');
    await signIn(PASSWORD, codeAt(totpSecret, town.clock.now()));
    await at('/account');
    await page.getByText('administrator (Town)').waitFor();
  });

  it('a password that does not match is said in an alert tied to its field, with the tries that are left (screen 10a)', async () => {
    await signOut();
    await signIn('a password of another person');
    await page.getByRole('alert').waitFor();
    expect(await shown('alert')).toContain('That password does not match. 4 tries left before a 15-minute wait.');
    expect(await page.evaluate('document.activeElement.id')).toBe('alert');
    const field = page.getByLabel('Password', { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('aria-describedby')).toBe('alert');
    expect(await field.inputValue()).toBe('');
    expect(await page.getByLabel('Town e-mail').inputValue()).toBe(EMAIL);
  });

  it('what is typed is masked and can be looked at, and may be pasted (ASVS 5.0 V6.2.6, V6.2.7)', async () => {
    const field = page.getByLabel('Password', { exact: true });
    await field.focus();
    // What a password manager or the clipboard does: the text arrives in one piece.
    await page.keyboard.insertText(PASSWORD);
    expect(await field.inputValue()).toBe(PASSWORD);
    expect(await field.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await field.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await field.getAttribute('type')).toBe('password');
  });

  it('everything can be done by keyboard, in the order in which it is read', async () => {
    await page.goto(`${town.origin}/sign-in`);
    await page.getByRole('button', { name: 'Show password' }).waitFor();
    const order: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate('document.activeElement.name || document.activeElement.textContent'));
    }
    expect(order).toEqual(['email', 'password', 'Show password', 'Sign in', 'Use a passkey']);
    await page.getByLabel('Town e-mail').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill('another wrong one, by Enter');
    await page.keyboard.press('Enter');
    await page.getByText('3 tries left before a 15-minute wait.').waitFor();
  });

  it('every page fits a screen of 320 pixels, and every field has a label', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    town.clock.set(later(town.clock.now(), 1));
    await page.goto(`${town.origin}/sign-in`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await at('/account');
    await page.getByText('administrator (Town)').waitFor();
    for (const path of ['/account', '/sign-in', '/first-run', '/invitation']) {
      await page.goto(`${town.origin}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const found = await page.evaluate(`({
        width: document.documentElement.scrollWidth,
        bare: [...document.querySelectorAll('input:not([hidden])')].filter((one) => one.labels.length === 0).length,
      })`);
      expect([path, found]).toEqual([path, { width: 320, bare: 0 }]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('a session that ended leads to the sign-in, which says so', async () => {
    await page.goto(`${town.origin}/account`);
    await page.getByText('administrator (Town)').waitFor();
    town.clock.set(later(town.clock.now(), 31));
    await page.goto(`${town.origin}/account`);
    await at('/sign-in#ended');
    await page.getByText('Your session ended.').waitFor();
  });

  it('no page needs more than files of its own: the policy was broken nowhere (issue 4, deliverable 7)', () => {
    expect(complaints).toEqual([]);
  });
});
