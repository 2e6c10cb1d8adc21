import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sourceOf } from '../net/networks.ts';
import type { Clock } from '../time.ts';
import { errors } from './errors.ts';
import { type RateCounter, rateLimitExceeded, rateState, windowOf } from './rate-limit.ts';
import { logPages } from './server.ts';

/** An endpoint at a well-known address that programs request without credentials, for example to set up mail. */
export interface ProgramPage {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Overrides the default of 8 KiB. */
  readonly maxBodyBytes?: number;
  /** Requests per minute and address, if it is not 60. */
  readonly mostPerMinute?: number;
  /** Returns the response, or undefined for a 404. */
  answer(asked: ProgramRequest): Promise<ProgramAnswer | undefined>;
}

export interface ProgramRequest {
  /** Requested host name in lower case, without the port. */
  readonly host: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** Empty if none was sent. */
  readonly body: string;
  /** Body as received, to check a signature. */
  readonly raw: Buffer;
}

export interface ProgramAnswer {
  readonly type: string;
  readonly body: string;
}

/** Limit per address: callers are anonymous here, and each request costs a query. */
const MOST_PER_MINUTE = 60;
const MAX_BODY_BYTES = 8 * 1024;

export function registerProgramPages(
  app: FastifyInstance,
  pages: readonly ProgramPage[],
  { counter, clock }: { counter: RateCounter; clock: Clock },
): void {
  logPages(app);
  // Accept any content type: the handler only reads the text.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const { method, path, maxBodyBytes = MAX_BODY_BYTES, mostPerMinute = MOST_PER_MINUTE, answer } of pages) {
    app.route({
      method,
      url: path,
      bodyLimit: maxBodyBytes,
      async handler(request, reply) {
        await count(path, sourceOf(request.ip), mostPerMinute);
        const { hostname, query, headers } = request;
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const found = await answer({
          host: hostname.toLowerCase(),
          query: query as Record<string, unknown>,
          headers,
          body: raw.toString(),
          raw,
        });
        if (!found) throw errors.page_not_found();
        return reply.type(found.type).header('cache-control', 'no-store').send(found.body);
      },
    });
  }

  /** Counts requests. Endpoints with their own limit are counted separately. */
  async function count(path: string, source: string, most: number): Promise<void> {
    const now = clock.now();
    const page = most === MOST_PER_MINUTE ? 'page' : `page ${path}`;
    const used = await counter.increment(`${page} ${source}`, windowOf(now));
    if (used > most) throw rateLimitExceeded(rateState(most, used, now).reset, now);
  }
}
