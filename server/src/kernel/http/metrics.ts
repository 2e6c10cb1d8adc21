import Histogram from 'prom-client/lib/histogram.js';
import { defineGauge, type Metric } from '../metrics/metric.ts';

const NAME = 'hostler_http_request_duration_seconds';
const HELP = 'Duration of requests by route and status.';
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Label = 'method' | 'route' | 'status';

interface Series {
  readonly labels: Record<Label, string>;
  readonly buckets: number[];
  sum: number;
  count: number;
}

/**
 * A histogram with its own counters. prom-client looks labels up by a string it builds, which would cost more than many
 * responses. Here a request costs two lookups and a few additions; the rest happens at the scrape.
 */
export class RequestMetrics extends Histogram<Label> {
  readonly #series = new Map<string, Map<number, Series>>();

  constructor() {
    super({ name: NAME, help: HELP, labelNames: ['method', 'route', 'status'], buckets: BUCKETS, registers: [] });
  }

  /** Counts a request. `route` is the pattern, never the URL: labels must not grow with the input of callers. */
  add(route: string, status: number, seconds: number): void {
    const series = this.#series.get(route)?.get(status) ?? this.#begin(route, status);
    series.sum += seconds;
    series.count++;
    for (let index = 0; index < BUCKETS.length; index++) {
      if (seconds <= (BUCKETS[index] ?? 0)) {
        series.buckets[index] = (series.buckets[index] ?? 0) + 1;
        return;
      }
    }
  }

  #begin(route: string, status: number): Series {
    const [method = '', path = ''] = route.split(' ');
    const labels = { method, route: path, status: String(status) };
    const series = { labels, buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
    const byStatus = this.#series.get(route) ?? new Map<number, Series>();
    this.#series.set(route, byStatus.set(status, series));
    return series;
  }

  /** Called by the registry. */
  async getForPromString() {
    const values = [...this.#series.values()].flatMap((byStatus) => [...byStatus.values()].flatMap(toSamples));
    return { name: NAME, help: HELP, type: 'histogram', values };
  }
}

function toSamples({ labels, buckets, sum, count }: Series) {
  let total = 0;
  const counted = BUCKETS.map((bound, index) => {
    total += buckets[index] ?? 0;
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le: bound }, value: total };
  });
  return [
    ...counted,
    { metricName: `${NAME}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}

/** Counts requests that wait for their turn before they use a database connection. */
export function waitingMetric(turns: { countWaiting(): number }): Metric {
  return defineGauge({
    name: 'hostler_http_requests_waiting',
    help: 'Requests that wait for their turn at the database.',
    collect() {
      this.set(turns.countWaiting());
    },
  });
}

/** Counts open streams, one per open page. Closed pages release theirs. */
export function streamsMetric(streams: { countAll(): number }): Metric {
  return defineGauge({
    name: 'hostler_http_streams_open',
    help: 'Streams of hints that are open.',
    collect() {
      this.set(streams.countAll());
    },
  });
}
