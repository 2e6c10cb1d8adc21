import type { NewRuleRow } from './store.ts';

/** Rules of every new server. The owner can change, pause and remove each of them. */
export const DEFAULT_RULES: readonly Omit<NewRuleRow, 'hosting_id'>[] = [
  { metric: 'cpu', threshold: 90, minutes: 15 },
  { metric: 'memory', threshold: 95, minutes: 15 },
  { metric: 'disk', threshold: 90, minutes: 5 },
  { metric: 'down', threshold: null, minutes: 3 },
];
