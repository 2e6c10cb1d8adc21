import type { MonitoringRule } from '@hostler/sdk';
import { METRIC_NAMES } from './texts.ts';

const ORDER = Object.keys(METRIC_NAMES);

/** Server after server, the newest first, and for each of them the same order, whenever its rules were made. */
export function inOrder(rules: readonly MonitoringRule[]): MonitoringRule[] {
  return rules.toSorted(
    (a, b) => b.hosting_id - a.hosting_id || ORDER.indexOf(a.metric) - ORDER.indexOf(b.metric) || a.id - b.id,
  );
}
