import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { sourceOf } from '../net/networks.ts';
import type { Clock } from '../time.ts';
import { type RateCounter, rateLimitExceeded, rateState, windowOf } from './rate-limit.ts';
import { logPages } from './server.ts';

/** What a program asks for at an address that it knows by itself, without credentials: to set up mail, for one. */
export interface ProgramPage {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Where more than a few kilobytes are sent. */
  readonly maxBodyBytes?: number;
  /** Of one address, where that is not 60. */
  readonly mostPerMinute?: number;
  /** Undefined: there is nothing of the kind. */
  answer(asked: ProgramRequest): Promise<ProgramAnswer | undefined>;
}

export interface ProgramRequest {
  /** The name that it was asked at, lower case, without the port. */
  readonly host: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** Empty where none was sent. */
  readonly body: string;
  /** The same as it came, for who checks a signature. */
  readonly raw: Buffer;
}

export interface ProgramAnswer {
  readonly type: string;
  readonly body: string;
}

/** Of one address in a minute: nobody is known here, and each costs a look into the database. */
const MOST_PER_MINUTE = 60;
const MAX_BODY_BYTES = 8 * 1024;

export function registerProgramPages(
  app: FastifyInstance,
  pages: readonly ProgramPage[],
  { counter, clock }: { counter: RateCounter; clock: Clock },
): void {
  logPages(app);
  // Whatever it is called: only its text is looked at, by whoever asked for it.
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
        if (!found) throw new AppError('NOT_FOUND', 'There is nothing of this kind here.');
        return reply.type(found.type).header('cache-control', 'no-store').send(found.body);
      },
    });
  }

  /** Pages with a bound of their own are counted apart. */
  async function count(path: string, source: string, most: number): Promise<void> {
    const now = clock.now();
    const page = most === MOST_PER_MINUTE ? 'page' : `page ${path}`;
    const used = await counter.increment(`${page} ${source}`, windowOf(now));
    if (used > most) throw rateLimitExceeded(rateState(most, used, now).reset, now);
  }
}
