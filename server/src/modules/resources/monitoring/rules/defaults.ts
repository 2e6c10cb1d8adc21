import type { NewRuleRow } from './store.ts';

/** What every server has from the start; its owner can change, pause and remove each of them. */
export const DEFAULT_RULES: readonly Omit<NewRuleRow, 'hosting_id'>[] = [
  { metric: 'cpu', threshold: 90, minutes: 15 },
  { metric: 'memory', threshold: 95, minutes: 15 },
  { metric: 'disk', threshold: 90, minutes: 5 },
  { metric: 'down', threshold: null, minutes: 3 },
];
