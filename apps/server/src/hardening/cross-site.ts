import { isLoopback } from '../loopback.js';
import type { Refusal } from './refusal.js';

/** What is looked at to learn where a request comes from. */
export interface Sender {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Methods that change nothing here: every act is a POST, the test clock's move a PUT. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const HOST = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9.-]{1,253}))(?::\d{1,5})?$/i;

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** The name in a Host header, without the port; null for one that is none. */
const nameOf = (host: string | undefined): string | null => {
  const match = HOST.exec(host ?? '');
  return match ? (match[1] ?? match[2]!).toLowerCase() : null;
};

/**
 * Refuses a request that names a host which is not ours: a page elsewhere may have made its own name point here (DNS
 * rebinding). Ours are the host of the origin, and loopback for whoever sits at the machine (health checks).
 * @param origin what people type; null where only this machine is served
 */
export const refuseOtherHost = (host: string | undefined, origin: string | null): Refusal | null => {
  const name = nameOf(host);
  const ours = origin === null ? null : new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1');
  if (name !== null && (name === ours || isLoopback(name))) return null;
  return {
    status: 403,
    code: 'REQUEST.NOT_OUR_HOST',
    title: 'This server does not go by that name.',
    field: 'Host',
    rule: 'A request names the host of OUTFALL_ORIGIN, or a loopback host.',
  };
};

const crossSite = (field: string): Refusal => ({
  status: 403,
  code: 'REQUEST.CROSS_SITE',
  title: 'This request does not come from a page of this server.',
  field,
  rule: 'An act, and a question asked by a script, come from our own origin: Sec-Fetch-Site same-origin, Origin ours.',
});

const notJson: Refusal = {
  status: 415,
  code: 'REQUEST.NOT_JSON',
  title: 'With a cookie, an act is sent as JSON.',
  field: 'Content-Type',
  rule: 'Content-Type is application/json: a form of another site cannot send that.',
};

const isJson = (type: string | undefined): boolean => /^application\/json(?:\s*;|$)/i.test(type ?? '');

/** What another site may link to under /api: the API's own pages, and the way to and from the single sign-on. */
const LINKED = /^\/api\/(?:docs(?:\/|$)|openapi\.|signInWithOpenId(?:\?|$)|openIdCallback(?:\?|$))/;

/** Following a link from another site shows a page; being fetched, framed or embedded by one does not. */
const isLink = ({ url, headers }: Sender): boolean =>
  LINKED.test(url) && one(headers['sec-fetch-mode']) === 'navigate' && one(headers['sec-fetch-dest']) === 'document';

/**
 * Refuses what another site makes a browser send (ASVS 5.0 V3.5.1 to V3.5.3).
 *
 * An act is refused when either of the two headers a browser adds says it comes from elsewhere; one that carries a cookie
 * needs at least one of them, and a JSON body. A script without a cookie (a token in `Authorization`, a demo identity)
 * sends neither header and passes: nothing in it was added by a browser on its own. A question under /api is refused when
 * another site's page fetches, frames, embeds or links to it: what it shows is no page, and a confidential view leaves a
 * trace in the name of whoever was made to look.
 *
 * @param origin what people type; null where only this machine is served, by whatever loopback name
 */
export const refuseCrossSite = (sent: Sender, origin: string | null): Refusal | null => {
  const { method, url, headers } = sent;
  const site = one(headers['sec-fetch-site']);
  const sender = one(headers.origin);
  if (SAFE.has(method)) {
    const elsewhere = site === 'cross-site' || site === 'same-site';
    return elsewhere && url.startsWith('/api/') && !isLink(sent) ? crossSite('Sec-Fetch-Site') : null;
  }
  const ours = origin ?? `http://${one(headers.host)}`;
  if (site !== undefined && site !== 'same-origin') return crossSite('Sec-Fetch-Site');
  if (sender !== undefined && sender !== ours) return crossSite('Origin');
  if (headers.cookie === undefined) return null;
  if (site === undefined && sender === undefined) return crossSite('Origin');
  return isJson(one(headers['content-type'])) ? null : notJson;
};
