import type { MonitoringRule } from '@hostler/sdk';
import { expect, it } from 'vitest';
import type { ChartPanel } from '../../../parts/chart/chart-data.ts';
import { holdAgainst } from './panels.ts';

const rule = (metric: MonitoringRule['metric'], threshold: number, status: MonitoringRule['status'] = 'active') =>
  ({ metric, threshold, status }) as MonitoringRule;

it('a chart shows the lowest threshold of its active rules, in the unit of the chart', () => {
  const panels: ChartPanel[] = [
    { key: 'cpu', title: 'CPU', unit: 'percent', series: [] },
    { key: 'memory', title: 'Memory', unit: 'bytes', limit: 4_000, series: [] },
    { key: 'network', title: 'Network', unit: 'bits/s', series: [] },
  ];
  const rules = [rule('cpu', 90), rule('cpu', 80), rule('cpu', 70, 'paused'), rule('memory', 95), rule('network', 5)];
  expect(holdAgainst(panels, rules).map(({ threshold }) => threshold)).toEqual([80, 3_800, 5_000_000]);
});
