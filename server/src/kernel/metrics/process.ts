import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { countDroppedLines } from '../log.ts';
import { defineCounter, defineGauge, type Metric } from './metric.ts';

const eventLoop = monitorEventLoopDelay({ resolution: 20 });
const QUANTILES = ['0.5', '0.99', '1'] as const;

/** Exports a total that is kept elsewhere. */
function countElsewhere(name: string, help: string, read: () => number): Metric {
  return defineCounter({
    name,
    help,
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

function measure(name: string, help: string, read: () => number): Metric {
  return defineGauge({
    name,
    help,
    collect() {
      this.set(read());
    },
  });
}

const openFiles = defineGauge({
  name: 'process_open_fds',
  help: 'Open files and sockets, where the system tells.',
  async collect() {
    const files = await readdir('/proc/self/fd').catch(() => undefined);
    this.set(files?.length ?? Number.NaN);
  },
});

const delays = defineGauge({
  name: 'nodejs_eventloop_lag_p99_seconds',
  help: 'Delay of the event loop since the last scrape: 99 of 100 times no longer than this.',
  collect() {
    // Enabled by the first scrape, so that installations without metrics do not pay for it.
    eventLoop.enable();
    this.set(eventLoop.percentile(99) / 1e9);
    longestDelay.set(eventLoop.max / 1e9);
    for (const quantile of QUANTILES)
      delayQuantiles.set({ quantile }, eventLoop.percentile(Number(quantile) * 100) / 1e9);
    eventLoop.reset();
  },
});

const longestDelay = defineGauge({
  name: 'nodejs_eventloop_lag_max_seconds',
  help: 'The latest that the event loop came to anything, since the last scrape.',
});

const delayQuantiles = defineGauge({
  name: 'hostler_event_loop_delay_seconds',
  help: 'Delay of the event loop since the last scrape, by quantile. The work beside a server has the label part.',
  labelNames: ['quantile'],
});

/** Metrics of the process, under the names that common dashboards use. */
export const processMetrics: readonly Metric[] = [
  countElsewhere('process_cpu_seconds_total', 'CPU time of the process.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }),
  measure('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()),
  measure('process_start_time_seconds', 'When the process began.', () =>
    Math.round(Date.now() / 1000 - process.uptime()),
  ),
  measure('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript.', () => process.memoryUsage().heapUsed),
  measure('nodejs_external_memory_bytes', 'Memory of buffers.', () => process.memoryUsage().external),
  delays,
  longestDelay,
  delayQuantiles,
  openFiles,
  countElsewhere('hostler_log_lines_dropped_total', 'Log lines that nobody read in time.', countDroppedLines),
];
