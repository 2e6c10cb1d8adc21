import type { CheckPlan, CheckResult } from './checks.ts';
import { DATABASE_NAMES, judge, renderTable, type Surroundings } from './report.ts';

/** All checks, except those at the edges of the measured time. */
const DONE_AIM = 0.99;
const LATE_AIM_MS = 2_000;
/** Memory that a process gains as soon as it does anything. */
const GROWTH_AIM_MB = 60;

export function renderChecks(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  plan: CheckPlan,
  results: readonly CheckResult[],
): string {
  return [
    `${date}, ${cpu}, Node ${node}. One process that serves and works, with ${plan.checksOfEach} checks of a page for each of ${plan.customers} customers,`,
    `once a minute, at a server on loopback; over ${plan.minutes} minutes after the first. Late is from a check’s own moment to its recorded result.`,
    `Then ${plan.hanging} customers come whose ${plan.hangingOfEach} checks each never get an answer. CPU is what the process uses more than`,
    'without checks, over the checks done.',
    '',
    ...renderTable(['database', 'what', 'measured', 'aim'], results.flatMap(renderResult)),
    '',
  ].join('\n');
}

function renderResult(result: CheckResult): string[][] {
  const { checks, perMinute, late, lateBesideHanging, cpuMsPerCheck, rssMb } = result;
  const [before, after] = rssMb;
  const show = ({ p50Ms, p99Ms }: CheckResult['late']) => `p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms`;
  const aim = `p99 < ${LATE_AIM_MS} ms`;
  const rows = [
    ['checks done a minute', `${Math.round(perMinute)} of ${checks}`, judge('all', perMinute >= DONE_AIM * checks)],
    ['late', show(late), judge(aim, late.p99Ms < LATE_AIM_MS)],
    ['late, beside those that hang', show(lateBesideHanging), judge(aim, lateBesideHanging.p99Ms < LATE_AIM_MS)],
    ['CPU of a check', `${cpuMsPerCheck.toFixed(2)} ms`, ''],
    [
      'RSS before and after',
      `${Math.round(before)} / ${Math.round(after)} MB`,
      judge('flat', after - before < GROWTH_AIM_MB),
    ],
  ];
  return rows.map((row) => [DATABASE_NAMES[result.database], ...row]);
}
