import { judge, renderTable, type Surroundings } from './report.ts';

export interface InstallationResult {
  readonly installations: number;
  /** Duration of every request, in milliseconds. */
  readonly calm: readonly number[];
  readonly busy: readonly number[];
  readonly tookMs: number;
  readonly peakRssMb: number;
}

const AIM = 1.5;

export function renderInstallations(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  { installations, calm, busy, tookMs, peakRssMb }: InstallationResult,
): string {
  const share = (times: readonly number[], part: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;
  const show = (times: readonly number[]) => `${share(times, 0.5).toFixed(1)} / ${share(times, 0.99).toFixed(1)} ms`;
  const ratio = share(busy, 0.99) / share(calm, 0.99);
  return [
    `${date}, ${cpu}, Node ${node}. One \`hostler serve\` on SQLite that also works, with the simulated engine. A customer shows a`,
    'ticket 100 times and opens one 20 times a second, from a process of its own, calm and while nginx is installed on the',
    'servers of ten others, who ask for all of them at the same moment. Ten were installed before. The processes of all',
    'customers share a core, on which those who order give way to the one who is timed.',
    '',
    ...renderTable(
      ['installations', 'took', 'p50 / p99 calm', 'p50 / p99 meanwhile', 'p99, as a ratio', 'peak RSS'],
      [
        [
          String(installations),
          `${(tookMs / 1000).toFixed(1)} s`,
          show(calm),
          show(busy),
          judge(`${ratio.toFixed(2)} (aim ≤ ${AIM})`, ratio <= AIM),
          `${Math.round(peakRssMb)} MB`,
        ],
      ],
    ),
  ].join('\n');
}
