import { beginAtZero, defineCounter, defineGauge, type Metric } from '../../../../kernel/metrics/metric.ts';
import { createReading } from '../../../../kernel/metrics/reading.ts';

const RESULTS = ['done', 'failed'] as const;

const results = defineCounter({
  name: 'hostler_billing_run_results_total',
  help: 'What the billing run of this process did and could not do.',
  labelNames: ['result'],
});
beginAtZero(results, 'result', RESULTS);

export function noteDone(result: (typeof RESULTS)[number], count: number): void {
  results.inc({ result }, count);
}

export function billingMetrics(count: () => Promise<number>): Metric[] {
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
  return [results, failures];
}
