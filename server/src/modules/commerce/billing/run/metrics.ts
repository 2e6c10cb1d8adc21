import { beginAtZero, defineCounter, defineGauge, type Metric } from '#kernel/metrics/metric.ts';
import { createReading } from '#kernel/metrics/reading.ts';

const RESULTS = ['done', 'failed'] as const;

const results = defineCounter({
  name: 'hostler_billing_run_results_total',
  help: 'Tasks of the billing run of this process, by result.',
  labelNames: ['result'],
});
beginAtZero(results, 'result', RESULTS);

export function noteDone(result: (typeof RESULTS)[number], count: number): void {
  results.inc({ result }, count);
}

interface Readings {
  countFailed(): Promise<number>;
  findHold(): Promise<object | undefined>;
}

export function billingMetrics({ countFailed: count, findHold }: Readings): Metric[] {
  const readFailures = createReading(count);
  const failures = defineGauge({
    name: 'hostler_billing_run_failures',
    help: 'Things that are due and that the last billing run could not do.',
    async collect() {
      const found = await readFailures();
      this.reset();
      if (found !== undefined) this.set(found);
    },
  });
  const readHold = createReading(async () => ((await findHold()) ? 1 : 0));
  const held = defineGauge({
    name: 'hostler_billing_held',
    help: '1 while billing is held because the clock is far ahead of the last billing run.',
    async collect() {
      const found = await readHold();
      this.reset();
      if (found !== undefined) this.set(found);
    },
  });
  return [results, failures, held];
}
