import type { Action, Backup } from '@hostler/sdk';
import { describe, expect, it } from 'vitest';
import { readChartSearch, usualRange } from './chart-search.ts';
import { findServerMarks } from './marks.ts';

const at = (minute: number) => new Date(minute * 60_000).toISOString();
const action = (type: string, minute: number, status: Action['status'] = 'succeeded') =>
  ({ type, status, created_at: at(minute), started_at: at(minute), finished_at: at(minute + 1) }) as Action;

describe('the marks in the charts of a server', () => {
  it('show successful restarts and completed backups', () => {
    const actions = [action('hosting.restart', 20), action('hosting.restart', 10, 'failed')];
    const backups = [
      { name: 'nightly', status: 'completed', created_at: at(5), completed_at: at(6) },
      { name: 'broken', status: 'failed', created_at: at(7), completed_at: null },
    ] as Backup[];
    expect(findServerMarks(actions, backups, 0)).toEqual([
      { kind: 'restart', at: 1200, label: 'Restarted' },
      { kind: 'backup', at: 300, label: 'Backup nightly' },
    ]);
  });

  it('show downtime from a stop to the next start, or until now if there is no start', () => {
    const actions = [
      action('hosting.suspend', 50),
      action('hosting.start', 20),
      action('hosting.stop', 12),
      action('hosting.stop', 10),
      action('hosting.start', 5),
    ];
    const down = findServerMarks(actions, [], 6000).map(({ at: from, until }) => [from, until]);
    expect(down).toEqual([
      [660, 1260],
      [3060, 6000],
    ]);
  });
});

describe('the time range of charts', () => {
  it('is read from the URL, and ignored if it is invalid', () => {
    expect(readChartSearch({ range: '7d', from: '100', to: '200', more: 'x' })).toEqual({
      range: '7d',
      from: 100,
      to: 200,
    });
    for (const wrong of [
      { range: '2y' },
      { from: '200', to: '100' },
      { from: '-1', to: '5' },
      { from: 'x', to: 'y' },
    ]) {
      expect(readChartSearch(wrong)).toEqual({});
    }
  });

  it('is by default 24 hours, or shorter for a new server', () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    expect(usualRange('2026-11-15T11:30:00Z', now)).toBe('1h');
    expect(usualRange('2026-11-15T08:00:00Z', now)).toBe('6h');
    expect(usualRange('2026-01-01T00:00:00Z', now)).toBe('24h');
  });
});
