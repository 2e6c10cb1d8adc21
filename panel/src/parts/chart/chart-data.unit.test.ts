import { describe, expect, it } from 'vitest';
import { alignReadings, type ChartPanel, findLonely, findMarks, type Mark } from './chart-data.ts';
import { makeCsv } from './csv.ts';
import { axisSteps, formatReading } from './units.ts';

const panel = (key: string, values: [number, number][]): ChartPanel => ({
  key,
  title: key,
  unit: 'percent',
  series: [{ key, label: key, values }],
});

describe('readings of several series', () => {
  const cpu = panel('cpu', [
    [0, 1],
    [60, 2],
    [300, 3],
  ]);
  const disk = panel('disk', [
    [60, 7],
    [120, 8],
  ]);

  it('share one list of times, with a row of nulls for a gap', () => {
    const { times, columns } = alignReadings([cpu, disk], 60);
    expect(times).toEqual([0, 60, 120, 180, 300]);
    expect(columns.get('cpu')).toEqual([1, 2, null, null, 3]);
    expect(columns.get('disk')).toEqual([null, 7, 8, null, null]);
  });

  it('are empty if no series has values', () => {
    expect(alignReadings([panel('cpu', [])], 60).times).toEqual([]);
  });

  it('are exported as CSV with ISO 8601 times', () => {
    expect(makeCsv([{ key: 'disk' }], alignReadings([disk], 60))).toBe(
      'time,disk\n1970-01-01T00:01:00.000Z,7\n1970-01-01T00:02:00.000Z,8',
    );
  });

  it('are isolated between two gaps, or between a gap and the edge', () => {
    expect(findLonely([1, null, 2, 3, null, 4], 0, 5)).toEqual([0, 5]);
  });
});

describe('marks', () => {
  const marks: Mark[] = [
    { kind: 'restart', at: 100, label: 'Restarted' },
    { kind: 'down', at: 200, until: 300, label: 'Stopped' },
  ];

  it('are found near their time, or anywhere within their duration', () => {
    expect(findMarks(marks, 105, 5).map(({ kind }) => kind)).toEqual(['restart']);
    expect(findMarks(marks, 106, 5)).toEqual([]);
    expect(findMarks(marks, 250, 0).map(({ kind }) => kind)).toEqual(['down']);
  });
});

describe('chart values', () => {
  it.each([
    ['percent', 12.44, '12.4 %'],
    ['percent', 100, '100 %'],
    ['bytes', 0, '0 B'],
    ['bytes', 1536, '1.5 KiB'],
    ['bytes', 2 * 1024 ** 3, '2 GiB'],
    ['bits/s', 999_999, '1 Mbit/s'],
    ['bits/s', 12_345_678, '12.3 Mbit/s'],
    ['bits/s', 900, '900 bit/s'],
  ] as const)('in %s show %d as %s', (unit, value, shown) => {
    expect(formatReading(unit, value)).toBe(shown);
  });

  it('have axis steps that are round in their unit', () => {
    expect(axisSteps('bytes')).toContain(512 * 1024 ** 2);
    expect(axisSteps('bits/s')).toContain(250_000);
    expect(axisSteps('percent').every((step) => step >= 1 && step <= 500)).toBe(true);
  });
});
