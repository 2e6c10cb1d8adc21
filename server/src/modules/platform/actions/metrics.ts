import { beginAtZero, defineCounter } from '../../../kernel/metrics/metric.ts';

const RESULTS = ['succeeded', 'failed'] as const;

/** A job that ended well may have ended an action that failed: customers see this, not that. */
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
