import { isDocumentation } from './documentation.js';

/** What a page of this program may load and run: its own files, nothing inline, nothing from elsewhere. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Swagger UI at /api/docs writes style elements and shows icons as data: URLs; it gets those two freedoms and no other.
 * Its scripts come from files of our own, so that script stays 'self' here too.
 */
const DOCUMENTATION_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
].join('; ');

/** Powers of a browser that no page here uses; passkeys alone are left to our own origin. */
const PERMISSIONS = [
  ...[
    'accelerometer',
    'autoplay',
    'camera',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'geolocation',
    'gyroscope',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'screen-wake-lock',
    'usb',
    'xr-spatial-tracking',
  ].map((power) => `${power}=()`),
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ');

/** Two years; a browser that has seen it asks for https by itself (RFC 6797). */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

/**
 * The headers of every answer (ASVS 5.0 V3.4), whatever it is: page, answer, refusal, or a fault of the line.
 * @param origin what people type, null for this machine's own address; https turns Strict-Transport-Security on
 * @param route the route that answers; undefined where none was found
 */
export const securityHeaders = (origin: string | null, route?: string): Readonly<Record<string, string>> => ({
  'content-security-policy': isDocumentation(route) ? DOCUMENTATION_POLICY : PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(origin?.startsWith('https:') ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
});
