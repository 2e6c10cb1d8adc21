import { defineGauge, type Metric } from '#kernel/metrics/metric.ts';
import { createReading } from '#kernel/metrics/reading.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import type { OrderOperatorService } from './operator-service.ts';

interface Dependencies {
  clock: Clock;
  orders: Pick<OrderOperatorService, 'countToReview'>;
}

export function reviewMetrics({ clock, orders }: Dependencies): Metric[] {
  const read = createReading(async () => {
    const { count, oldest } = await orders.countToReview();
    return { count, age: oldest === null ? 0 : Math.max(0, clock.now() - oldest) / SECOND };
  });
  return [
    defineGauge({
      name: 'hostler_orders_in_review',
      help: 'Orders and sign-ups that wait for a decision by staff.',
      async collect() {
        const found = await read();
        this.reset();
        if (found !== undefined) this.set(found.count);
      },
    }),
    defineGauge({
      name: 'hostler_orders_in_review_oldest_seconds',
      help: 'Age of the oldest order in review; 0 if there is none.',
      async collect() {
        const found = await read();
        this.reset();
        if (found !== undefined) this.set(found.age);
      },
    }),
  ];
}
