import type { IncomingHttpHeaders } from 'node:http';
import type { Site } from './webauthn.ts';

/** The Origin of a write was checked before: requests of other origins are refused. */
export function siteOf({ headers: { origin = '' } }: { headers: IncomingHttpHeaders }): Site {
  return { origin, rpId: URL.parse(origin)?.hostname ?? '' };
}
