import { refuseRoutesWithoutRow } from './routes.js';

describe('routes and the table of authorization (issue 4, deliverable 3)', () => {
  it('a route without a row stops the start, whichever kind of route it is', () => {
    for (const path of ['/api/eraseEverything', '/api/openCase/deeper', '/secret', '/pagesx', '/api/constructor'])
      expect(() => refuseRoutesWithoutRow([{ method: 'GET', path }])).toThrow(path);
  });

  it('operations, sign-in routes and open pages have rows', () => {
    const paths = ['/api/openCase', '/api/signOut', '/', '/health', '/api/docs', '/api/docs/swagger-ui.css'];
    expect(() => refuseRoutesWithoutRow(paths.map((path) => ({ method: 'GET', path })))).not.toThrow();
  });
});
