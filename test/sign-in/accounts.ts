import { TOTP, Secret } from 'otpauth';

import type { RunningServer } from '../support/program.js';
import { startServer } from '../support/program.js';

/** A password that nobody tries first. */
export const PASSWORD = 'forty lanterns over the weir';

/** A server on which people sign in, and the link of its first start. */
export const startWithAccounts = async (
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<{ readonly server: RunningServer; readonly origin: string; readonly link: string }> => {
  const server = await startServer(dataFolder, { OUTFALL_IDENTITY: 'accounts', ...environment });
  const link = await server.said(/(http\S+\/first-run#\S+)/);
  return { server, origin: new URL(server.url).origin.replace('127.0.0.1', 'localhost'), link };
};

/** The code that an authenticator application shows just now. */
export const codeNow = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
