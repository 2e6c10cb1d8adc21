import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Clock } from '../time.ts';
import { type RateCounter, rateLimitExceeded, rateState, windowOf } from './rate-limit.ts';
import { logPages } from './server.ts';

/** What a program asks for at an address that it knows by itself, without credentials: to set up mail, for one. */
export interface ProgramPage {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Undefined: there is nothing of the kind. */
  answer(asked: ProgramRequest): Promise<ProgramAnswer | undefined>;
}

export interface ProgramRequest {
  /** The name that it was asked at, lower case, without the port. */
  readonly host: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Empty where none was sent. */
  readonly body: string;
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
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  for (const { method, path, answer } of pages) {
    app.route({
      method,
      url: path,
      bodyLimit: MAX_BODY_BYTES,
      async handler(request, reply) {
        await count(request.ip);
        const { hostname, query, body } = request;
        const found = await answer({
          host: hostname.toLowerCase(),
          query: query as Record<string, unknown>,
          body: typeof body === 'string' ? body : '',
        });
        if (!found) throw new AppError('NOT_FOUND', 'There is nothing of this kind here.');
        return reply.type(found.type).header('cache-control', 'no-store').send(found.body);
      },
    });
  }

  async function count(address: string): Promise<void> {
    const now = clock.now();
    const used = await counter.increment(`page ${address}`, windowOf(now));
    if (used > MOST_PER_MINUTE) throw rateLimitExceeded(rateState(MOST_PER_MINUTE, used, now).reset, now);
  }
}
