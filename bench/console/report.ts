import { DATABASE_NAMES, judge, renderTable, type Surroundings } from '../report.ts';
import { LIST_AIM_MS, type ListTimes } from './lists.ts';
import type { ConsoleResult, NamedTimes } from './measure.ts';
import type { ConsolePlan } from './plan.ts';
import type { Times } from './requests.ts';

const SEARCH_AIM_MS = 100;
const TODAY_AIM_MS = 150;
const CUSTOMER_AIM_MS = 100;

export function renderConsole(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  plan: ConsolePlan,
  results: readonly ConsoleResult[],
): string {
  const number = (value: number) => value.toLocaleString('en');
  return [
    `${date}, ${cpu}, Node ${node}. ${number(plan.customers)} customers, ${number(plan.servers)} servers, ${number(plan.invoices)} invoices and`,
    `${number(plan.tickets)} tickets, of which one customer has ${number(plan.tickets / 5)}; besides ${number(plan.tickets / 2)} audit entries and ${number(plan.invoices)} each of payments,`,
    'charges, actions, mails and events. One process that serves, without a worker, on one core, and PostgreSQL on the other.',
    `Requests to the operator API are sent one after the other over loopback; a time is that of the whole request, p50 / p99 of`,
    `${plan.requests} requests. Aims are for the p99.`,
    '',
    ...renderTable(['database', 'what', 'ms, p50 / p99', 'aim'], results.flatMap(renderFacts)),
    '',
    'A page of a list has 25 rows and the number of all that match, up to 10,000. `last` is the page of the 10,000th row, or the',
    'last one. `oldest` is the page of the oldest rows, after a cursor. `slowest filter` is the slowest of the first and last',
    'pages with each value of each filter; texts are searched as a part of a field.',
    '',
    ...renderTable(
      ['database', 'list', 'first', 'last', 'oldest', 'aim', 'slowest filter', 'ms', 'aim'],
      results.flatMap(({ database, lists }) => lists.map((list) => renderList(DATABASE_NAMES[database], list))),
    ),
    '',
  ].join('\n');
}

function renderFacts({ database, searches, today, customer, others, csv }: ConsoleResult): string[][] {
  const row = (name: string, times: Times, aim: number) => [name, show(times), judge(`< ${aim} ms`, times.p99Ms < aim)];
  const rows = [
    ...searches.map((one: NamedTimes) => row(`search for ${one.name}`, one, SEARCH_AIM_MS)),
    row('Today', today, TODAY_AIM_MS),
    ...customer.map((one) => row(one.name, one, CUSTOMER_AIM_MS)),
    ...others.map((one) => [one.name, show(one), '']),
    [
      `CSV of ${csv.rows.toLocaleString('en')} invoices`,
      `${Math.round(csv.perSecond).toLocaleString('en')} rows/s`,
      '',
    ],
  ];
  return rows.map((cells) => [DATABASE_NAMES[database], ...cells]);
}

function renderList(database: string, { path, first, last, oldest, slowest }: ListTimes): string[] {
  const pages = [first, last, ...(oldest ? [oldest] : [])];
  const aim = (times: readonly Times[]) =>
    judge(
      `< ${LIST_AIM_MS}`,
      times.every(({ p99Ms }) => p99Ms < LIST_AIM_MS),
    );
  return [
    ...[database, path, show(first), show(last), oldest ? show(oldest) : '', aim(pages)],
    ...(slowest ? [`\`${slowest.query}\``, show(slowest), aim([slowest])] : ['', '', '']),
  ];
}

function show({ p50Ms, p99Ms }: Times): string {
  return `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`;
}
