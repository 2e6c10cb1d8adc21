import type { MonitoringAlert } from '@hostler/sdk';
import type { Mark } from '../../parts/chart/chart-data.ts';

/** Chart of each metric; alerts about the whole server are shown in all charts. */
const PANELS: Readonly<Partial<Record<MonitoringAlert['metric'], string>>> = {
  cpu: 'cpu',
  memory: 'memory',
  disk: 'disk',
  network: 'network',
};

/** Returns a mark from start to resolution of each alert; firing alerts last until now. */
export function marksOfAlerts(alerts: readonly MonitoringAlert[], now: number): Mark[] {
  return alerts.map(({ metric, started_at, resolved_at, message }) => ({
    kind: 'alert',
    at: Date.parse(started_at) / 1000,
    until: resolved_at === null ? now : Date.parse(resolved_at) / 1000,
    label: message,
    panel: PANELS[metric],
  }));
}
