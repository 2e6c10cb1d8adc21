import { type Database, sql } from '@hostler/database';
import { beginAtZero, defineCounter, defineGauge, type Metric } from '#kernel/metrics/metric.ts';
import { createReading } from '#kernel/metrics/reading.ts';
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

const FIRED = sql<object, { count: number }>(
  'select count(*) as count from monitoring_incidents where fired_at is not null',
);

export function monitoringMetrics(db: Database): Metric[] {
  const readIncidents = createReading(async () => db.peek(FIRED.one({})));
  const incidents = defineGauge({
    name: 'hostler_monitoring_incidents',
    help: 'Engines and hosts of machines that staff was told do not answer.',
    async collect() {
      const found = await readIncidents();
      this.reset();
      if (found) this.set(found.count);
    },
  });
  return [alerts, incidents];
}
