import type { Case, CaseName } from './cases.ts';
import type { Measurement } from './load.ts';
import type { PageTimes } from './pages.ts';
import type { RequestLogCost } from './request-log.ts';
import type { SessionCost } from './session.ts';

const IDLE_RSS_AIM_MB = 105;
const LOADED_RSS_AIM_MB = 180;
const FIRST_ANSWER_AIM_MS = 1_500;
const PAGE_RATIO_AIM = 2;
const REQUEST_LOG_RATIO_AIM = 1.05;
const SESSION_RATIO_AIM = 1.2;

export interface CaseResult {
  readonly name: CaseName;
  readonly aims: Case['aims'];
  readonly bytes: number;
  readonly limit: Measurement;
  readonly server: Measurement;
}

export interface DatabaseResult {
  readonly database: 'sqlite' | 'postgres';
  readonly cases: readonly CaseResult[];
  readonly requestLog: readonly RequestLogCost[];
  readonly sessions: readonly SessionCost[];
  readonly pages: readonly PageTimes[];
  readonly smallTickets: number;
  readonly largeTickets: number;
  readonly idleRssMb: number;
  readonly loadedRssMb: number;
  readonly coldStartMs: number;
  readonly seededStartMs: number;
}

export interface Surroundings {
  readonly date: string;
  readonly cpu: string;
  readonly node: string;
  readonly tickets: number;
  readonly accounts: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly settleSeconds: number;
  readonly connections: number;
}

export const DATABASE_NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Parts of the document after the first, which is about requests, in their order. */
const HEADINGS = {
  replicas: '## Several servers',
  webhooks: '## Webhooks',
  documents: '## Documents',
  checks: '## Checks',
  installations: '## Installations side by side',
  engines: '## Engines',
  servers: '## Servers',
  alerts: '## Alerts',
  traffic: '## Traffic',
  billing: '## Billing',
  panel: '## Panel',
  console: '## Console',
  growth: '## Growth',
  neighbours: '## Neighbours',
} as const;

export type Part = 'requests' | keyof typeof HEADINGS;

/** Replaces old parts by new ones. Parts that were not measured, or written by hand, stay. */
export function replaceParts(document: string, measured: Partial<Record<Part, string>>): string {
  const [first = '', ...others] = document.split(/^(?=## )/m);
  const parts = [measured.requests ?? (first.trim() === '' ? '# Benchmark' : first)];
  for (const [name, heading] of Object.entries(HEADINGS) as [keyof typeof HEADINGS, string][]) {
    const old = others.find((part) => part.startsWith(`${heading}\n`));
    const part = measured[name] === undefined ? old : `${heading}\n\n${measured[name]}`;
    if (part !== undefined) parts.push(part);
  }
  const headings: readonly string[] = Object.values(HEADINGS);
  parts.push(...others.filter((part) => !headings.includes(part.split('\n')[0] ?? '')));
  return `${parts.map((part) => part.trim()).join('\n\n')}\n`;
}

/** Renders the same document for the terminal and for RESULTS.md. */
export function renderReport(surroundings: Surroundings, results: readonly DatabaseResult[]): string {
  const { date, cpu, node, tickets, accounts, rounds, seconds, settleSeconds, connections } = surroundings;
  return [
    '# Benchmark',
    '',
    `${date}, ${cpu}, Node ${node}. ${tickets.toLocaleString('en')} tickets in ${accounts.toLocaleString('en')} accounts.`,
    `Each number is the median of ${rounds} rounds of ${seconds} s with ${connections} connections, taken in turn with its limit L:`,
    'a bare `node:http` server that answers a constant of the same size to the same requests. Both have answered them for',
    `${settleSeconds} s before. The server and L run on one core, the load (wrk), and PostgreSQL with every commit on disk, on another.`,
    '',
    ...renderTable(
      [
        'database',
        'request',
        'bytes',
        'L 1/s',
        'server 1/s',
        'share of L',
        'aim',
        'p50 ms',
        'p99 ms',
        'CPU µs, L',
        'CPU µs',
      ],
      results.flatMap(({ database, cases }) => cases.map((result) => renderCase(database, result))),
    ),
    '',
    '`list` is a first page of 25 with its total; a rendered page is kept until the account’s next write. `304` is the same',
    'asked by somebody who has it, by its ETag; its L answers an empty 304. `never asked before` is a list of 100 with another',
    'parameter every time, so that no kept page helps. `create` is answered when it is on disk.',
    'CPU is the processor time of the process per request, which other work on the machine disturbs least.',
    '',
    ...renderTable(
      ['database', 'what', 'measured', 'aim'],
      results.flatMap((result) => renderFacts(result)),
    ),
    '',
    'Pages are asked for one after the other, each with a URL that was never asked before; the time is that of the whole request.',
    '',
  ].join('\n');
}

function renderCase(database: DatabaseResult['database'], { name, aims, bytes, limit, server }: CaseResult): string[] {
  const aim = aims[database];
  const share = server.perSecond / limit.perSecond;
  return [
    DATABASE_NAMES[database],
    name,
    String(bytes),
    Math.round(limit.perSecond).toLocaleString('en'),
    Math.round(server.perSecond).toLocaleString('en'),
    share.toFixed(2),
    aim === undefined ? '' : judge(`≥ ${aim.toFixed(2)}`, share >= aim),
    server.p50Ms.toFixed(2),
    server.p99Ms.toFixed(2),
    limit.cpuUs.toFixed(0),
    server.cpuUs.toFixed(0),
  ];
}

function renderFacts(result: DatabaseResult): string[][] {
  const name = DATABASE_NAMES[result.database];
  const large = result.largeTickets.toLocaleString('en');
  const fact = (what: string, measured: string, aim: string) => [name, what, measured, aim];
  const memory = (what: string, mb: number, aim: number) =>
    fact(what, `${Math.round(mb)} MB`, judge(`< ${aim} MB`, mb < aim));
  const start = (what: string, ms: number) =>
    fact(what, `${Math.round(ms)} ms`, judge(`< ${FIRST_ANSWER_AIM_MS} ms`, ms < FIRST_ANSWER_AIM_MS));
  return [
    memory('RSS after the start', result.idleRssMb, IDLE_RSS_AIM_MB),
    memory('RSS after all load', result.loadedRssMb, LOADED_RSS_AIM_MB),
    start('first answer, empty database', result.coldStartMs),
    start('first answer, full database', result.seededStartMs),
    ...result.requestLog.map(({ name: request, onUs, offUs }) =>
      fact(
        `${request} with the request log against without`,
        `CPU ${onUs.toFixed(0)} µs / ${offUs.toFixed(0)} µs = ${(onUs / offUs).toFixed(2)}`,
        judge(`≤ ${REQUEST_LOG_RATIO_AIM}`, onUs / offUs <= REQUEST_LOG_RATIO_AIM),
      ),
    ),
    ...result.sessions.map(({ name: request, sessionUs, keyUs }) =>
      fact(
        `${request} with a session against with a key`,
        `CPU ${sessionUs.toFixed(0)} µs / ${keyUs.toFixed(0)} µs = ${(sessionUs / keyUs).toFixed(2)}`,
        judge(`≤ ${SESSION_RATIO_AIM}`, sessionUs / keyUs <= SESSION_RATIO_AIM),
      ),
    ),
    ...result.pages.map(({ page, smallMs, largeMs }) =>
      fact(
        `${page} page of ${large} tickets against ${result.smallTickets}`,
        `${largeMs.toFixed(2)} ms / ${smallMs.toFixed(2)} ms = ${(largeMs / smallMs).toFixed(2)}`,
        page === 'middle' ? '' : judge(`≤ ${PAGE_RATIO_AIM}`, largeMs / smallMs <= PAGE_RATIO_AIM),
      ),
    ),
  ];
}

export function judge(aim: string, reached: boolean): string {
  return `${aim} ${reached ? 'yes' : 'NO'}`;
}

/** Renders Markdown that is also aligned in a terminal. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)];
}
