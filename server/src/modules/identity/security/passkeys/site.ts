import type { IncomingHttpHeaders } from 'node:http';
import type { Site } from './webauthn.ts';

/** Of a write: its Origin is our own, or the door would have refused it. */
export function siteOf({ headers: { origin = '' } }: { headers: IncomingHttpHeaders }): Site {
  return { origin, rpId: URL.parse(origin)?.hostname ?? '' };
}
