import { type Database, sql } from '@hostler/database';
import { beginAtZero, defineCounter, defineGauge, defineHistogram, type Metric } from '#kernel/metrics/metric.ts';
import { createReading } from '#kernel/metrics/reading.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import type { DeliveryResult } from './record.ts';

/** Result of an attempt. `refused` is a response other than 2xx; the others mean that there was no response. */
const ATTEMPT_RESULTS = [
  'succeeded',
  'refused',
  'address',
  'connect',
  'tls',
  'timeout',
  'closed',
  'garbage',
  'internal',
];
const DELIVERY_RESULTS = ['succeeded', 'failed'];

const attempts = defineCounter({
  name: 'hostler_webhook_attempts_total',
  help: 'Attempts to deliver an event to a webhook, by how they ended.',
  labelNames: ['result'],
});
const retries = defineCounter({
  name: 'hostler_webhook_retries_total',
  help: 'Attempts after the first one of a delivery.',
});
const deliveries = defineCounter({
  name: 'hostler_webhook_deliveries_total',
  help: 'Deliveries that ended, by result; failed: no more attempts are made.',
  labelNames: ['result'],
});
const duration = defineHistogram({
  name: 'hostler_webhook_attempt_duration_seconds',
  help: 'Time until receivers of webhooks answered or were given up.',
  buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
});
beginAtZero(attempts, 'result', ATTEMPT_RESULTS);
beginAtZero(deliveries, 'result', DELIVERY_RESULTS);

export function noteAttempt({ delivery, status, attempt }: DeliveryResult): void {
  const failure = attempt.error ? attempt.error.kind : 'refused';
  attempts.inc({ result: status === 'succeeded' ? status : failure });
  if (delivery.attempts > 0) retries.inc();
  if (status !== 'pending') deliveries.inc({ result: status });
  duration.observe(attempt.ms / SECOND);
}

/** Counting more would cost too much, and the exact number does not matter. */
const MOST_COUNTED = 10_000;
const STATES = ['due', 'running', 'later'] as const;

const WAITING = sql<{ now: number; limit: number }, { state: string; count: number }>(
  `select state, count(*) as count
   from (select case when due_at <= :now then 'due' when leased_by is not null then 'running' else 'later' end as state
         from webhook_deliveries where due_at is not null limit :limit) as counted
   group by state`,
);
const OLDEST_TURN = sql<{ now: number }, { first: number | null }>(
  'select min(due_at) as first from webhook_queues where due_at <= :now',
);

/** `oldest_turn` measures our own delay: a slow receiver delays only itself and still gets its turns. */
export function deliveryMetrics({ db, clock }: { db: Database; clock: Clock }): Metric[] {
  const read = createReading(async () => {
    const now = clock.now();
    const waiting = await db.peek(WAITING.all({ now, limit: MOST_COUNTED }));
    const first = (await db.peek(OLDEST_TURN.one({ now })))?.first ?? now;
    return { waiting: new Map(waiting.map(({ state, count }) => [state, count])), seconds: (now - first) / SECOND };
  });
  return [
    attempts,
    retries,
    deliveries,
    duration,
    defineGauge({
      name: 'hostler_webhook_deliveries_waiting',
      help: `Deliveries of all processes that have not ended, by state; ${MOST_COUNTED} at most are counted.`,
      labelNames: ['state'],
      async collect() {
        const found = await read();
        this.reset();
        if (found) for (const state of STATES) this.set({ state }, found.waiting.get(state) ?? 0);
      },
    }),
    defineGauge({
      name: 'hostler_webhook_oldest_turn_seconds',
      help: 'Longest time that a webhook has waited for its turn; 0 if none waits.',
      async collect() {
        this.set((await read())?.seconds ?? Number.NaN);
      },
    }),
  ];
}
