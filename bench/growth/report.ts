import { DATABASE_NAMES, judge, renderTable, type Surroundings } from '../report.ts';
import type { GrowthPlan, GrowthRow } from './plan.ts';

const RATIO_AIM = 2;
/** While something large is done in the background. */
const BUSY_AIM = 3;
const BUSY_ITEMS = [5, 6];

export interface GrowthResult {
  readonly database: 'sqlite' | 'postgres';
  readonly rows: readonly GrowthRow[];
}

export function renderGrowth(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  { tickets, few, subscriptions }: GrowthPlan,
  results: readonly GrowthResult[],
): string {
  const number = (value: number) => value.toLocaleString('en');
  const rows = results.flatMap(({ database, rows }) => rows.map((row) => ({ database, ...row })));
  return [
    `${date}, ${cpu}, Node ${node}. An account with ${number(tickets)} tickets and entries of its logs against one with ${few}; lists of`,
    `the command line over ${number(subscriptions)} subscriptions and invoices against ${few}. Medians of whole requests, each with a URL that`,
    'was never asked before; peak memory of a command; the 99th percentile of shows and creates of a customer while the',
    'server works in the background against a server that does not.',
    '',
    ...renderTable(
      ['item', 'database', 'what', 'large / small', 'aim'],
      rows
        .toSorted((a, b) => a.item - b.item)
        .map(({ item, database, what, unit, small, large }) => {
          const aim = BUSY_ITEMS.includes(item) ? BUSY_AIM : RATIO_AIM;
          const measured = `${large.toFixed(1)} / ${small.toFixed(1)} ${unit} = ${(large / small).toFixed(2)}`;
          return [String(item), DATABASE_NAMES[database], what, measured, judge(`≤ ${aim}`, large / small <= aim)];
        }),
    ),
    '',
    'A search counts its matches up to 10,000, and so does a page of a log: with more than a few hundred rows they cost',
    'more, but not without limit.',
  ].join('\n');
}
