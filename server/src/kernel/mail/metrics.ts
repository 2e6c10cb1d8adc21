import type { Database } from '@hostler/database';
import { beginAtZero, defineCounter, defineGauge, type Metric } from '../metrics/metric.ts';
import { createReading } from '../metrics/reading.ts';
import { type Clock, SECOND } from '../time.ts';
import { countWaiting } from './store.ts';

const RESULTS = ['sent', 'tried_again', 'given_up', 'too_many', 'no_address'] as const;
const MOST_COUNTED = 10_000;

const results = defineCounter({
  name: 'hostler_mail_results_total',
  help: 'Mail by what became of it: sent, tried again after a failure, given up, or not taken because of a bound or an address.',
  labelNames: ['result'],
});
beginAtZero(results, 'result', RESULTS);

export function noteMail(result: (typeof RESULTS)[number]): void {
  results.inc({ result });
}

export function mailMetrics({ db, clock }: { db: Database; clock: Clock }): Metric[] {
  const read = createReading(async () => ({ now: clock.now(), waiting: await db.peek(countWaiting(MOST_COUNTED)) }));
  return [
    results,
    defineGauge({
      name: 'hostler_mails_waiting',
      help: `Mail that has not left yet, of all processes; the oldest ${MOST_COUNTED} are counted.`,
      async collect() {
        const found = await read();
        this.reset();
        if (found?.waiting) this.set(found.waiting.count);
      },
    }),
    defineGauge({
      name: 'hostler_mail_oldest_waiting_seconds',
      help: 'Time that the oldest queued mail has waited; 0 if none waits.',
      async collect() {
        const found = await read();
        this.reset();
        if (found) this.set((found.now - (found.waiting?.oldest ?? found.now)) / SECOND);
      },
    }),
  ];
}
