import type { MonitoringAlert } from '@hostler/sdk';
import type { Mark } from '../../parts/chart/chart-data.ts';

/** The chart that an alert is seen in; one that is about all of a server is seen in all. */
const PANELS: Readonly<Partial<Record<MonitoringAlert['metric'], string>>> = {
  cpu: 'cpu',
  memory: 'memory',
  disk: 'disk',
  network: 'network',
};

/** From when each fired until it resolved; one that fires lasts until now. */
export function marksOfAlerts(alerts: readonly MonitoringAlert[], now: number): Mark[] {
  return alerts.map(({ metric, started_at, resolved_at, message }) => ({
    kind: 'alert',
    at: Date.parse(started_at) / 1000,
    until: resolved_at === null ? now : Date.parse(resolved_at) / 1000,
    label: message,
    panel: PANELS[metric],
  }));
}
