import type { MonitoringAlert, MonitoringRule } from '@hostler/sdk';
import { describe, expect, it } from 'vitest';
import { linkOfAlert } from './alert-link.ts';
import { marksOfAlerts } from './alert-marks.ts';
import { readCurrent } from './rules/current.ts';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const alert = {
  ...{ id: 1, rule_id: 2, check_id: null, hosting_id: 3, metric: 'cpu', state: 'resolved', value: 97, threshold: 90 },
  ...{ message: 'Too much.', started_at: at(10_000), resolved_at: at(12_000) },
} satisfies MonitoringAlert as MonitoringAlert;

describe('an alert', () => {
  it('is marked in the chart of its metric, until now while it is firing', () => {
    expect(marksOfAlerts([alert, { ...alert, metric: 'down', resolved_at: null }], 20_000)).toEqual([
      { kind: 'alert', at: 10_000, until: 12_000, label: 'Too much.', panel: 'cpu' },
      { kind: 'alert', at: 10_000, until: 20_000, label: 'Too much.', panel: undefined },
    ]);
  });

  it('links to the charts of its time, or to its check', () => {
    expect(linkOfAlert(alert, true)).toMatchObject({ params: { id: '3' }, search: { from: 6_400, to: 15_600 } });
    expect(linkOfAlert({ ...alert, check_id: 7, hosting_id: null }, false)).toMatchObject({ search: { check: 7 } });
    // People without access to servers get no link to one.
    expect(linkOfAlert(alert, false)).toEqual({ to: '/monitoring' });
  });
});

it('the current value of a rule is the newest reading, in the unit of its threshold', () => {
  const series = (value: number) => ({ values: [[60, value]] });
  const metrics = {
    series: {
      ...{ cpu_percent: series(12), memory_used_bytes: series(512 * 1024 ** 2), disk_used_bytes: { values: [] } },
      ...{ network_in_bps: series(3e6), network_out_bps: series(9e6) },
      ...{ disk_read_bps: series(0), disk_write_bps: series(0) },
    },
  } as unknown as Parameters<typeof readCurrent>[0];
  const now = (metric: MonitoringRule['metric']) => readCurrent(metrics, metric, { memory_mb: 1_024, disk_gb: 20 });
  expect([now('cpu'), now('memory'), now('disk'), now('network'), now('down')]).toEqual([12, 50, null, 9, null]);
});
