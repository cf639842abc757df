/** How we are registered at the providers of these tests. */
export const CLIENT = { clientId: 'outfall', clientSecret: 'a secret of the test provider alone' };
