import { DATABASE_NAMES, judge, renderTable, type Surroundings } from '../report.ts';
import type { ServerEngineResult } from './engine.ts';
import type { ServerListResult } from './lists.ts';

const KEY_AIM_MS = 20;
const FIREWALL_AIM_MS = 1_000;
const LIST_AIM = 1.05;

export function renderServers(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  { keystrokes, firewall }: ServerEngineResult,
  lists: readonly ServerListResult[],
): string {
  const more = keystrokes.throughMs - keystrokes.directMs;
  const { opensMs, closesMs, slowestMs } = firewall;
  return [
    `${date}, ${cpu}, Node ${node}. A private LXD with a container of busybox and the firewall helper; medians.`,
    '',
    ...renderTable(
      ['what', 'measured', 'aim'],
      [
        [
          `key until its echo through a terminal against the engine’s own exec, ${keystrokes.count} in turn`,
          `${keystrokes.throughMs.toFixed(1)} ms / ${keystrokes.directMs.toFixed(1)} ms: ${more.toFixed(1)} ms more`,
          judge(`≤ ${KEY_AIM_MS} ms more`, more <= KEY_AIM_MS),
        ],
        [
          `firewall replaced until packets pass / are dropped, ${firewall.count} each; the slowest`,
          `${opensMs.toFixed(0)} / ${closesMs.toFixed(0)} ms; ${slowestMs.toFixed(0)} ms`,
          judge(`< ${FIREWALL_AIM_MS} ms`, Math.max(opensMs, closesMs) < FIREWALL_AIM_MS),
        ],
        ...lists.map(({ database, plainUs, fullUs }) => [
          `list of 100 servers with tags and addresses against without, ${DATABASE_NAMES[database]}`,
          `CPU ${fullUs.toFixed(0)} µs / ${plainUs.toFixed(0)} µs = ${(fullUs / plainUs).toFixed(2)}`,
          judge(`≤ ${LIST_AIM}`, fullUs / plainUs <= LIST_AIM),
        ]),
      ],
    ),
    '',
    'The firewall counts from the request that replaces its rules until the first of several packets that pass or are',
    'dropped; a packet is sent every 10 ms. Each list has a URL that was never asked before; the least of all rounds counts.',
  ].join('\n');
}
