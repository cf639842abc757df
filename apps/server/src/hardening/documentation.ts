import type { Refusal } from './refusal.js';

/** Where the readable API page lies: the page itself and the files it is made of. */
const FOLDER = /^\/api\/docs(?:[/?]|$)/;

/** The files that the page loads. The folder it is served from holds others, such as the version of its library. */
const PARTS = /^\/api\/docs\/?(?:(?:swagger-ui[\w-]*|index)\.(?:css|js)|favicon-\d\dx\d\d\.png)?(?:\?|$)/;

/** Whether a route is the API page or one of its files, as Fastify names it. */
export const isDocumentation = (route: string | undefined): boolean => route?.startsWith('/api/docs') === true;

/** Refuses what lies beside the API page's own files (ASVS 5.0 V13.4.6 and V13.4.7), as an address that does not exist. */
export const refuseOtherFiles = (url: string): Refusal | null =>
  FOLDER.test(url) && !PARTS.test(url)
    ? {
        status: 404,
        code: 'REQUEST.NOT_FOUND',
        title: 'There is nothing at this address.',
        rule: 'Under /api/docs there is one page with its files.',
      }
    : null;
