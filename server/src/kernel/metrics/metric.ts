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
 * A Prometheus metric. Values of a label must be few and known in advance. Never use an id, an account, an address or
 * anything else that grows with the input of callers.
 */
export type Metric = AnyMetric<string>;
export type { Counter, Gauge, Histogram };

/** Seconds, from a cached response to a backup of an hour. */
export const CALL_BUCKETS = [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** Declares a counter, once at start. It is exported if a module lists it under `metrics`. */
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

/** Exports these series at 0 before the first event. Otherwise an alert on an increase would miss the first one. */
export function beginAtZero<L extends string>(
  counter: Counter<L>,
  label: L,
  values: readonly string[],
  rest = {},
): void {
  for (const value of values) counter.inc({ ...rest, [label]: value } as Record<L, string>, 0);
}

export type Scrape = () => Promise<string>;

/** Returns the function that renders a scrape. All samples get these labels. */
export function createScrape(metrics: readonly Metric[], labels: Readonly<Record<string, string>> = {}): Scrape {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  for (const metric of metrics) registry.registerMetric(metric);
  // Prometheus does not need the blank lines.
  return async () => (await registry.metrics()).replaceAll('\n\n', '\n');
}

/** Returns a function that renders the samples of two processes together. */
export function joinScrapes(own: Scrape, other: Scrape): Scrape {
  return async () => {
    const [ours, theirs] = await Promise.all([own(), other()]);
    const families = splitFamilies(ours);
    for (const [name, lines] of splitFamilies(theirs)) {
      const known = families.get(name);
      families.set(name, known ? [...known, ...lines.filter((line) => !line.startsWith('#'))] : lines);
    }
    return `${[...families.values()].flat().join('\n')}\n`;
  };
}

/** Returns the lines of each metric by its name. A metric begins with its help. */
function splitFamilies(text: string): Map<string, string[]> {
  const families = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, name] = /^# HELP (\S+)/.exec(line) ?? [];
    if (name !== undefined) {
      lines = [];
      families.set(name, lines);
    }
    lines.push(line);
  }
  return families;
}
