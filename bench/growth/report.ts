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
    'Why rows are above their aim:',
    '',
    '- 1 and 2: a search counts its matches up to 10,000. The large account has 1,111 and 10,000 or more of them, the small',
    '  one 1 and 200. With more rows the cost stays the same.',
    '- 5: the run works in the process that answers the requests, and holds it for one group of invoices at a time. Before',
    '  it yielded between groups, the 99th percentile was up to 90 ms.',
    '- 6: the servers are read every 5 s here, every 60 s by default. All machines are simulated in the process that answers',
    '  the requests. Before the readings were grouped, the 99th percentile was 2 s.',
  ].join('\n');
}
