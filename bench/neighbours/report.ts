import { DATABASE_NAMES, type DatabaseResult, renderTable, type Surroundings } from '../report.ts';
import type { NeighbourPlan } from './cast.ts';
import { type Experience, MEASURED, type Measured } from './innocent.ts';

export interface NeighbourResult {
  readonly database: DatabaseResult['database'];
  readonly attack: string;
  readonly calm: Experience;
  readonly attacked: Experience;
  /** Number of answers to the attacker, by status. */
  readonly answers: Readonly<Record<string, number>>;
  readonly peakRssMb: number;
}

const AIM = { factor: 3, moreMs: 20, rssMb: 256 };

export function renderNeighbours(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  plan: NeighbourPlan,
  results: readonly NeighbourResult[],
): string {
  const count = (number: number) => number.toLocaleString('en');
  const met = results.filter((result) => findMisses(result).length === 0).length;
  return [
    `${date}, ${cpu}, Node ${node}. Response times of one customer while another customer or an unknown client attacks: p50 / p99 in`,
    `milliseconds, calm → under the attack. Each attack meets a fresh \`hostler serve\` over a copy of the same data (${count(plan.tickets)} tickets,`,
    `${count(plan.sandboxActions)} sandbox actions, ${count(plan.backups)} backups, a ticket with ${count(plan.longReplies)} long replies, ${count(plan.largeEvents)} large events, ${count(plan.failedDeliveries)} failed deliveries, all`,
    `of the hostile account, whose keys have no rate limit worth the name). ${plan.calmMs / 1000} s calm, then ${plan.attackMs / 1000} s of attack. The innocent one shows a ticket`,
    '20 times a second, opens one 5 times a second, whose event goes to a webhook, and restarts four servers in turn (the',
    `simulated engine takes about ${plan.simulatedDelayMs / 1000} s). The server has a core for itself; everything else shares the other.`,
    `Aim: p99 at most ${AIM.factor}× the calm one plus ${AIM.moreMs} ms, RSS below ${AIM.rssMb} MB at its peak, nothing refused. Met in ${met} of ${results.length} rows.`,
    '',
    ...renderTable(
      ['database', 'attack', ...MEASURED, 'peak RSS', 'refused', 'aim', 'what the attacker was answered'],
      results.map(renderRow),
    ),
    '',
  ].join('\n');
}

/** Renders a row of the table. It is also printed as soon as it is measured. */
export function renderRow(result: NeighbourResult): string[] {
  const { database, attack, calm, attacked, answers, peakRssMb } = result;
  const misses = findMisses(result);
  return [
    DATABASE_NAMES[database],
    attack,
    ...MEASURED.map((what) => `${showTimes(calm, what)} → ${showTimes(attacked, what)}`),
    Number.isNaN(peakRssMb) ? 'gone' : `${Math.round(peakRssMb)} MB`,
    String(attacked.refusals.length),
    misses.length === 0 ? 'met' : `MISSED: ${misses.join(', ')}`,
    Object.entries(answers)
      .map(([status, times]) => `${status} × ${times}`)
      .join(', '),
  ];
}

function findMisses({ calm, attacked, peakRssMb }: NeighbourResult): string[] {
  const slow = MEASURED.filter(
    (what) => percentile(attacked.times[what], 0.99) > percentile(calm.times[what], 0.99) * AIM.factor + AIM.moreMs,
  );
  return [...slow, ...(peakRssMb < AIM.rssMb ? [] : ['RSS']), ...(attacked.refusals.length === 0 ? [] : ['refused'])];
}

function showTimes({ times }: Experience, what: Measured): string {
  return [0.5, 0.99].map((share) => showMs(percentile(times[what], share))).join(' / ');
}

function showMs(ms: number): string {
  return ms < 100 ? ms.toFixed(1) : ms.toFixed(0);
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
