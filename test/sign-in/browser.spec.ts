import type { Browser, CDPSession, Page } from 'playwright-core';
import { chromium as browsers } from 'playwright-core';

import { chromium } from '../attacks/attack.js';
import type { RunningServer } from '../support/program.js';
import { temporaryFolder } from '../support/program.js';
import { codeNow, PASSWORD, startWithAccounts } from './accounts.js';

const data = temporaryFolder();
let server: RunningServer;
let origin: string;
let link: string;
let browser: Browser;
let page: Page;
let cdp: CDPSession;
const complaints: string[] = [];

beforeAll(async () => {
  ({ server, origin, link } = await startWithAccounts(data.path));
  browser = await browsers.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
  page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|violates/.test(message.text()))
      complaints.push(message.text());
  });
  cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}, 60_000);

afterAll(async () => {
  await browser.close();
  await server.stop();
  data.remove();
});

const signOut = async (): Promise<void> => {
  await page.click('#sign-out');
  await page.waitForURL(`${origin}/sign-in`);
};

describe('signing in with a browser (issue 4, deliverables 1 and 2)', () => {
  it('the link of the first start makes the first administrator, once', async () => {
    await page.goto(link);
    await page.fill('[name=name]', 'First Administrator');
    await page.fill('[name=email]', 'first@example.gov');
    await page.fill('[name=password]', 'too short');
    await page.fill('[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForURL(`${origin}/account`);
    await page.locator('#who', { hasText: 'Roles today' }).waitFor();
    expect(await page.textContent('#who')).toContain('administrator (Town)');

    const second = await browser.newPage();
    await second.goto(link);
    await second.fill('[name=name]', 'Second');
    await second.fill('[name=email]', 'second@example.gov');
    await second.fill('[name=password]', PASSWORD);
    await second.click('button[type=submit]');
    await second.waitForSelector('#alert:not([hidden])');
    expect(await second.textContent('#alert')).toContain('not good any more');
    await second.close();
  });

  it('a passkey is added and signs in alone; the device verifies the person', async () => {
    await page.fill('#passkey-form [name=name]', 'Town laptop');
    await page.click('#passkey-form button');
    await page.waitForSelector('#passkeys li');
    expect(await page.textContent('#passkeys')).toContain('Town laptop');
    await signOut();
    await page.click('#passkey');
    await page.waitForURL(`${origin}/account`);
  });

  it('a code of an authenticator application is asked for besides the password, from then on', async () => {
    await page.waitForSelector('#totp-begin:not([hidden])');
    await page.click('#totp-begin');
    await page.waitForSelector('#totp-secret:not([hidden])');
    const secret = (await page.textContent('#totp-secret code'))!;
    await page.fill('#totp-form [name=code]', codeNow(secret));
    await page.click('#totp-form button');
    await page.waitForSelector('#status:not([hidden])');
    await signOut();
    await page.fill('[name=email]', 'first@example.gov');
    await page.fill('[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForSelector('#code:not([hidden])');
    // The code that confirmed it was used up: a code signs in once.
    await page.fill('[name=code]', codeNow(secret));
    await page.click('button[type=submit]');
    await page.locator('#alert', { hasText: 'does not match' }).waitFor();
  });

  it('a password that does not match says so, with the tries that are left', async () => {
    await page.goto(`${origin}/sign-in`);
    await page.fill('[name=email]', 'first@example.gov');
    await page.fill('[name=password]', 'a password of another person');
    await page.click('button[type=submit]');
    await page.waitForSelector('#alert:not([hidden])');
    expect(await page.textContent('#alert')).toMatch(
      /That password does not match\. \d tr(?:ies|y) left before a 15-minute wait\./,
    );
    expect(await page.locator('#alert:focus').count()).toBe(1);
  });

  it('no page breaks the policy of what it may load', () => {
    expect(complaints).toEqual([]);
  });
});
