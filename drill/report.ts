import { cpus } from 'node:os';
import { renderTable } from '../bench/report.ts';
import { judge, type Result } from './scenario.ts';

const HEAD = [
  'fault',
  'acknowledged',
  'lost',
  'doubled',
  'failed, tried again',
  'longest wait',
  'takeover',
  'longest webhook',
  'webhooks sent again',
  'aims',
];

/** Renders the same text for the terminal and for the page. */
export function renderResults(results: readonly Result[], seconds: number): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown processor'}, ${process.arch})`;
  const notes = results.flatMap(({ scenario, findings }) =>
    findings.note === undefined ? [] : [`- ${scenario.title}: ${findings.note}`],
  );
  const misses = results.flatMap((result) =>
    judge(result).map((missed) => `- MISSED, ${result.scenario.title}: ${missed}.`),
  );
  return [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${machine}, everything on this one machine; ${Math.round(seconds)} s in all.`,
    '',
    ...renderTable(HEAD, results.map(renderResult)),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...(misses.length > 0 ? ['', ...misses] : []),
    '',
  ].join('\n');
}

function renderResult(result: Result): string[] {
  const { scenario, acknowledged, lost, doubled, failed, longestWaitMs, longestWebhookMs, findings, repeats } = result;
  return [
    scenario.title,
    acknowledged.toLocaleString('en'),
    String(lost.length),
    String(doubled.length),
    String(failed),
    inSeconds(longestWaitMs),
    findings.takeoverMs === undefined ? '' : inSeconds(findings.takeoverMs),
    inSeconds(longestWebhookMs),
    String(repeats),
    judge(result).length === 0 ? 'reached' : 'MISSED',
  ];
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
