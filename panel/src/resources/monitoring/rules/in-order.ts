import type { MonitoringRule } from '@hostler/sdk';
import { METRIC_NAMES } from './texts.ts';

const ORDER = Object.keys(METRIC_NAMES);

/** Sorts rules by server, newest first, then by metric in a fixed order. */
export function inOrder(rules: readonly MonitoringRule[]): MonitoringRule[] {
  return rules.toSorted(
    (a, b) => b.hosting_id - a.hosting_id || ORDER.indexOf(a.metric) - ORDER.indexOf(b.metric) || a.id - b.id,
  );
}
