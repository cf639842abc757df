import { guardOf } from '#identity';

export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Nothing is served that the table of authorization does not name. @throws TypeError naming what has no row */
export const refuseRoutesWithoutRow = (routes: readonly Route[]): void => {
  const without = routes.filter(({ path }) => guardOf(path) === null);
  if (without.length > 0)
    throw new TypeError(
      `no row of authorization for: ${without.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
    );
};
