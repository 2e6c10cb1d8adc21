import { beginAtZero, CALL_BUCKETS, defineCounter, defineHistogram, type Metric } from '#kernel/metrics/metric.ts';
import { SECOND } from '#kernel/time.ts';
import { engineErrorCodes } from './engine.ts';

/** `aborted`: by the caller, which says nothing about the engine. `failed`: an unexpected error. */
const CALL_RESULTS = ['ok', ...engineErrorCodes, 'aborted', 'failed'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

const callResults = defineCounter({
  name: 'hostler_engine_calls_total',
  help: 'Calls of engines by operation and result.',
  labelNames: ['engine', 'operation', 'result'],
});
const callDuration = defineHistogram({
  name: 'hostler_engine_call_duration_seconds',
  help: 'Duration of calls to engines; of a stream, until it began.',
  labelNames: ['engine', 'operation'],
  buckets: CALL_BUCKETS,
});

export const engineMetrics: readonly Metric[] = [callResults, callDuration];

export function announceCalls(engine: string, operations: readonly string[]): void {
  for (const operation of operations) beginAtZero(callResults, 'result', CALL_RESULTS, { engine, operation });
}

export function noteCall(engine: string, operation: string, result: CallResult, began: number): void {
  callResults.inc({ engine, operation, result });
  callDuration.observe({ engine, operation }, (performance.now() - began) / SECOND);
}
