import type {
  Metric as AnyMetric,
  CounterConfiguration,
  GaugeConfiguration,
  HistogramConfiguration,
} from 'prom-client';
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import Registry from 'prom-client/lib/registry.js';

/**
 * Something that Prometheus is told. Values of a label must be few and known beforehand: never an id, an account, an
 * address or anything else that grows with what callers send.
 */
export type Metric = AnyMetric<string>;
export type { Counter, Gauge, Histogram };

/** Seconds, from what the cache answers to a backup of an hour. */
export const CALL_BUCKETS = [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** Declared once, at start; it is told where a module names it under `metrics`. */
export function defineCounter<L extends string = never>(
  options: Pick<CounterConfiguration<L>, 'name' | 'help' | 'labelNames' | 'collect'>,
): Counter<L> {
  return new Counter<L>({ ...options, registers: [] });
}

export function defineGauge<L extends string = never>(
  options: Pick<GaugeConfiguration<L>, 'name' | 'help' | 'labelNames' | 'collect'>,
): Gauge<L> {
  return new Gauge<L>({ ...options, registers: [] });
}

export function defineHistogram<L extends string = never>(
  options: Pick<HistogramConfiguration<L>, 'name' | 'help' | 'labelNames' | 'buckets'>,
): Histogram<L> {
  return new Histogram<L>({ ...options, registers: [] });
}

/** Tells of these at 0 before the first of them happens: an alert on what increased would miss the first one otherwise. */
export function beginAtZero<L extends string>(
  counter: Counter<L>,
  label: L,
  values: readonly string[],
  rest = {},
): void {
  for (const value of values) counter.inc({ ...rest, [label]: value } as Record<L, string>, 0);
}

export type Scrape = () => Promise<string>;

/** What Prometheus is answered. */
export function createScrape(metrics: readonly Metric[]): Scrape {
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  // Without the empty lines in between: nobody needs them.
  return async () => (await registry.metrics()).replaceAll('\n\n', '\n');
}
