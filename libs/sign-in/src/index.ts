export { Account } from './account.js';
export { CredentialStore } from './credential-store.js';
export type { Desk } from './desk.js';
export { OpenIdSignIn, type OpenIdSettings } from './open-id.js';
export { parseGroupMapping } from './open-id-groups.js';
export { PagesController } from './pages.controller.js';
export type { Accounts, HeldRole, Principal, SignInEntry, SignInTrail } from './ports.js';
export { OPEN_ID, SignInController } from './sign-in.controller.js';
export { SignIn } from './sign-in.js';
