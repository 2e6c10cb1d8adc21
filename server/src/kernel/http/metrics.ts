import { monitorEventLoopDelay } from 'node:perf_hooks';
import { countDroppedLines } from '../log.ts';

/** What Prometheus is told, in its text format. Observing costs a few additions; everything else happens at the scrape. */

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Series {
  readonly labels: string;
  readonly buckets: number[];
  sum: number;
  count: number;
}

export class RequestMetrics {
  readonly #series = new Map<string, Map<number, Series>>();

  /** `route` is the pattern, never the URL: a label must not grow with what callers send. */
  observe(route: string, status: number, seconds: number): void {
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
    const [method, path] = route.split(' ');
    const labels = `method="${method}",route="${path}",status="${status}"`;
    const series = { labels, buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
    const byStatus = this.#series.get(route) ?? new Map<number, Series>();
    this.#series.set(route, byStatus.set(status, series));
    return series;
  }

  render(): string {
    const name = 'hostler_http_request_duration_seconds';
    const lines = [`# HELP ${name} Duration of requests by route and status.`, `# TYPE ${name} histogram`];
    for (const byStatus of this.#series.values()) {
      for (const { labels, buckets, sum, count } of byStatus.values()) {
        let total = 0;
        BUCKETS.forEach((bound, index) => {
          total += buckets[index] ?? 0;
          lines.push(`${name}_bucket{${labels},le="${bound}"} ${total}`);
        });
        lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`);
        lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`);
      }
    }
    return `${lines.join('\n')}\n`;
  }
}

const eventLoop = monitorEventLoopDelay({ resolution: 20 });

/** The process itself, under the names that dashboards know. */
export function renderProcessMetrics(): string {
  eventLoop.enable();
  const { user, system } = process.cpuUsage();
  const memory = process.memoryUsage();
  const gauges: [name: string, type: 'gauge' | 'counter', value: number][] = [
    ['process_cpu_seconds_total', 'counter', (user + system) / 1e6],
    ['process_resident_memory_bytes', 'gauge', memory.rss],
    ['process_start_time_seconds', 'gauge', Math.round(Date.now() / 1000 - process.uptime())],
    ['nodejs_heap_size_used_bytes', 'gauge', memory.heapUsed],
    ['nodejs_external_memory_bytes', 'gauge', memory.external],
    ['nodejs_eventloop_lag_p99_seconds', 'gauge', eventLoop.percentile(99) / 1e9],
    ['hostler_log_lines_dropped_total', 'counter', countDroppedLines()],
  ];
  eventLoop.reset();
  return gauges.map(([name, type, value]) => `# TYPE ${name} ${type}\n${name} ${value}\n`).join('');
}
