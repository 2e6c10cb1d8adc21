import { beginAtZero, defineCounter } from '#kernel/metrics/metric.ts';

const RESULTS = ['succeeded', 'failed'] as const;

/** Counts actions instead of jobs: a job that succeeded may have ended an action that failed. */
export const actionResults = defineCounter({
  name: 'hostler_action_results_total',
  help: 'Actions that ended in this process, by type and result.',
  labelNames: ['type', 'result'],
});

export function announceActions(type: string): void {
  beginAtZero(actionResults, 'result', RESULTS, { type });
}

export function noteAction(type: string, result: (typeof RESULTS)[number]): void {
  actionResults.inc({ type, result });
}
