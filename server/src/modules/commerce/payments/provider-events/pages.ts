import type { Database } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { PaymentDriver } from '#engines/payment/driver.ts';
import type { ProgramPage } from '#kernel/http/program-pages.ts';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import { errors } from './errors.ts';
import type { ProviderEventService } from './operator-service.ts';

/** A notification holds one payment. The largest seen have about 30 KB. */
const MAX_BODY_BYTES = 256 * 1024;
/**
 * Requests per minute and network address: a provider has few addresses, and sends much at the beginning of a month.
 */
const MOST_PER_MINUTE = 3_000;

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  providerEvents: ProviderEventService;
}

/**
 * Receives notifications of providers without authentication. The signature is checked first. 200 is sent only after
 * the commit, so that the provider repeats what failed. An object that the provider itself does not know is logged and
 * answered with 200, because repeating cannot help.
 */
export function providerEventPages(
  drivers: Iterable<PaymentDriver>,
  { db, clock, log, providerEvents }: Dependencies,
): ProgramPage[] {
  return [...drivers]
    .filter(({ capabilities }) => capabilities.has('webhook'))
    .map((driver) => ({
      method: 'POST',
      path: `/payments/${driver.name}/notices`,
      maxBodyBytes: MAX_BODY_BYTES,
      mostPerMinute: MOST_PER_MINUTE,
      async answer({ raw, headers }) {
        const told = await driver.parseWebhook(raw, headers).catch((error: unknown) => {
          if (!(error instanceof EngineError) || error.code !== 'not_found') return refuse(error);
          log.warn(
            { driver: driver.name, err: error },
            'payment webhook ignored: the provider does not have the object',
          );
          return [];
        });
        for (const providerEvent of told) {
          const taken = await db.write(() => providerEvents.take(driver.name, providerEvent, clock.now()));
          const about = { driver: driver.name, notice_id: providerEvent.id, type: providerEvent.type };
          if (taken === 'unknown') log.warn(about, 'a payment provider told of something that is not known here');
        }
        return { type: 'application/json', body: JSON.stringify({ received: told.length }) };
      },
    }));
}

function refuse(error: unknown): never {
  if (!(error instanceof EngineError) || error.code === 'unreachable') throw error;
  throw errors.payment_signature_invalid({ cause: error });
}
