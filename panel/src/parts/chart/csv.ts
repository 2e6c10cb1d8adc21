import type { AlignedReadings } from './chart-data.ts';

/** Returns CSV with UTC times and plain numbers, oldest first. */
export function makeCsv(columns: readonly { key: string }[], { times, columns: values }: AlignedReadings): string {
  const head = ['time', ...columns.map(({ key }) => key)];
  const rows = times.map((at, row) => [
    new Date(at * 1000).toISOString(),
    ...columns.map(({ key }) => values.get(key)?.[row] ?? ''),
  ]);
  return [head, ...rows].map((cells) => cells.join(',')).join('\n');
}
