import {
  beginAtZero,
  CALL_BUCKETS,
  defineCounter,
  defineGauge,
  defineHistogram,
  type Metric,
} from '#kernel/metrics/metric.ts';
import { SECOND } from '#kernel/time.ts';

type Kind = 'up' | 'down' | 'again' | 'unknown';

const tries = defineCounter({
  name: 'hostler_checks_total',
  help: 'Tries of checks by what they meant: up, down, again (before anybody is told), unknown (perhaps our own fault).',
  labelNames: ['result'],
});
beginAtZero(tries, 'result', ['up', 'down', 'again', 'unknown'] satisfies Kind[]);

const delays = defineHistogram({
  name: 'hostler_check_delay_seconds',
  help: 'Time that checks waited after they were due. It grows if there are too few workers.',
  buckets: CALL_BUCKETS,
});

const suspect = defineGauge({
  name: 'hostler_check_worker_suspect',
  help: '1 while most checks of this process fail, so that it is taken to be cut off itself.',
});
suspect.set(0);

export function noteTry(kind: Kind, lateMs: number): void {
  tries.inc({ result: kind });
  delays.observe(lateMs / SECOND);
}

export function noteSuspicion(isSuspect: boolean): void {
  suspect.set(isSuspect ? 1 : 0);
}

export const checkMetrics: Metric[] = [tries, delays, suspect];
