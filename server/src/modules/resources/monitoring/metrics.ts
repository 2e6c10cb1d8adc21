import { beginAtZero, defineCounter, type Metric } from '../../../kernel/metrics/metric.ts';
import { ALERT_STATES, type AlertState } from './alerts/schemas.ts';

const alerts = defineCounter({
  name: 'hostler_monitoring_alerts_total',
  help: "Alerts of customers' rules and checks, by whether they fired or resolved.",
  labelNames: ['state'],
});
beginAtZero(alerts, 'state', ALERT_STATES);

export function noteAlert(state: AlertState): void {
  alerts.inc({ state });
}

export const monitoringMetrics: Metric[] = [alerts];
