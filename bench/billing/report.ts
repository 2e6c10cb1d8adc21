import { DATABASE_NAMES, judge, renderTable, type Surroundings } from '../report.ts';
import type { BillingResult } from './measure.ts';

const AIM_MS = 5_000;
const AIM_MEGABYTES = 64;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;

export function renderBilling(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  results: readonly BillingResult[],
): string {
  const number = (value: number) => value.toLocaleString('en');
  return [
    `${date}, ${cpu}, Node ${node}. One run in a process of its own, on one core, with the database on disk. What is due is`,
    'renewals of different customers, an invoice each. A run is killed in the middle and done again; afterwards every due',
    'period is billed once and no number is missing, or there is no table here.',
    '',
    ...renderTable(
      [
        'subscriptions',
        'due',
        'database',
        'a run',
        'aim',
        'CPU',
        'memory',
        'aim',
        'nothing due',
        'killed after',
        'the rest',
      ],
      results.map(({ size, database, whole, idle, killedAfter, rest }) => [
        number(size.subscriptions),
        number(size.due),
        DATABASE_NAMES[database],
        seconds(whole.ms),
        judge(`< ${AIM_MS / 1_000} s`, whole.ms < AIM_MS && whole.failed === 0),
        seconds(whole.cpuMs),
        `+${whole.megabytes.toFixed(0)} MB`,
        judge(`< ${AIM_MEGABYTES} MB`, whole.megabytes < AIM_MEGABYTES),
        seconds(idle.ms),
        `${number(killedAfter)} invoices`,
        seconds(rest.ms),
      ]),
    ),
  ].join('\n');
}
