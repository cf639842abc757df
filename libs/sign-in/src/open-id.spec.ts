import { CountyProvider, Visitor, CLIENT } from './testing/county-provider.js';

it('probe', async () => {
  const county = await CountyProvider.start('http://127.0.0.1:8640/api/openIdCallback');
  county.people.set('a', { groups: ['x'] });
  const u = new URL(county.issuer + '/auth');
  u.search = new URLSearchParams({ client_id: CLIENT.id, response_type: 'code', scope: 'openid profile email', redirect_uri: 'http://127.0.0.1:8640/api/openIdCallback', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256', state: 's', nonce: 'n' }).toString();
  console.log(await new Visitor().logIn(u.href, 'a'));
  await county.stop();
});
