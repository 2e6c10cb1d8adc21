import { DATABASE_NAMES, type DatabaseResult, judge, renderTable, type Surroundings } from './report.ts';

const SHARE_AIM = 0.5;
const P50_AIM_MS = 15;
const P99_AIM_MS = 100;
/** About 1. A larger ratio is more than two runs of the same thing differ by. */
const BACKLOG_RATIO_AIM = 1.25;
/** A limit that moves more than this between before and after shows that something else used the machine. */
const STEADY = 1.2;

export interface Limit {
  readonly perSecond: number;
  readonly cpuUs: number;
}

export interface Throughput extends Limit {
  readonly webhooks: number;
}

interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Latencies {
  readonly requests: number;
  readonly fromRequest: Percentiles;
  readonly fromAnswer: Percentiles;
}

export interface BacklogCost {
  readonly size: number;
  /** New deliveries to another webhook. */
  readonly beside: Limit;
  /** Deliveries of the backlog itself. */
  readonly drained: Limit;
}

export interface WebhookResult {
  readonly database: DatabaseResult['database'];
  readonly limits: readonly [before: Limit, after: Limit];
  readonly throughputs: readonly Throughput[];
  readonly latencies: Latencies;
  /** With a small and with a large backlog. */
  readonly costs: readonly BacklogCost[];
}

export function renderWebhooks(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  events: number,
  results: readonly WebhookResult[],
): string {
  return [
    `${date}, ${cpu}, Node ${node}. L₂ is a tight undici loop, 64 POSTs in flight, to a bare \`node:http\` receiver in its`,
    'own process; each POST is signed twice, as the server does it: the specification’s header and that of Standard Webhooks.',
    `The server is timed from the commit of ${events.toLocaleString('en')} events until the last 2xx is recorded: numbering, fan-out, sending,`,
    'recording. The server and L₂ run on one core; the receiver, and PostgreSQL with every commit on disk, on another.',
    'Each webhook has an address of its own. The events are committed by another process, which the server notices within',
    '0.1 s on SQLite; that counts. L₂ is measured before and after; the share is that of their mean. Where they',
    'differ by more than a fifth, something else used the machine: nothing is judged then, and the run has to be repeated.',
    '',
    ...renderTable(
      ['database', 'events to', 'L₂ 1/s', 'server 1/s', 'share of L₂', 'aim', 'CPU µs, L₂', 'CPU µs'],
      results.flatMap(renderThroughputs),
    ),
    '',
    ...renderTable(['database', 'what', 'measured', 'aim'], results.flatMap(renderFacts)),
    '',
    'Latency: a ticket is created through the API every 30 ms, nothing else happens. The commit lies between the request and',
    'its answer, so the time since the request is more than that since the commit, and the time since the answer is less.',
    'Backlog: deliveries that are due to a paused webhook. The first line is the cost of new events to another webhook',
    'meanwhile, the second that of the first deliveries of the backlog when the webhook is resumed; each is the median of',
    'rounds that are the same for both sizes. Time per delivery, large against small.',
    '',
  ].join('\n');
}

/** Reports a disturbed run as neither reached nor missed: it has to be repeated. */
function judgeIfSteady({ limits }: Pick<WebhookResult, 'limits'>, aim: string, reached: boolean): string {
  const speeds = limits.map(({ perSecond }) => perSecond);
  return Math.max(...speeds) / Math.min(...speeds) > STEADY ? `${aim} DISTURBED` : judge(aim, reached);
}

function renderThroughputs({ database, limits, throughputs }: WebhookResult): string[][] {
  const [before, after] = limits;
  const limit = (before.perSecond + after.perSecond) / 2;
  return throughputs.map(({ webhooks, perSecond, cpuUs }) => [
    DATABASE_NAMES[database],
    webhooks === 1 ? '1 webhook' : `${webhooks} webhooks`,
    limits.map((each) => Math.round(each.perSecond).toLocaleString('en')).join(' / '),
    Math.round(perSecond).toLocaleString('en'),
    (perSecond / limit).toFixed(2),
    judgeIfSteady({ limits }, `≥ ${SHARE_AIM.toFixed(2)}`, perSecond / limit >= SHARE_AIM),
    ((before.cpuUs + after.cpuUs) / 2).toFixed(0),
    cpuUs.toFixed(0),
  ]);
}

function renderFacts({ database, limits, latencies, costs }: WebhookResult): string[][] {
  const { requests, fromRequest, fromAnswer } = latencies;
  const fact = (what: string, measured: string, aim: string) => [DATABASE_NAMES[database], what, measured, aim];
  const show = ({ p50Ms, p99Ms }: Percentiles) => `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  const reached = fromRequest.p50Ms < P50_AIM_MS && fromRequest.p99Ms < P99_AIM_MS;
  return [
    fact(
      `request → receiver, ${requests} single events`,
      show(fromRequest),
      judgeIfSteady({ limits }, `p50 < ${P50_AIM_MS}, p99 < ${P99_AIM_MS} ms`, reached),
    ),
    fact(`answer → receiver, ${requests} single events`, show(fromAnswer), ''),
    ...renderBacklog(costs, limits).map(([what = '', measured = '', aim = '']) => fact(what, measured, aim)),
  ];
}

function renderBacklog([small, large]: readonly BacklogCost[], limits: WebhookResult['limits']): string[][] {
  if (!(small && large)) return [];
  const sizes = `${large.size.toLocaleString('en')} against ${small.size.toLocaleString('en')} waiting`;
  const compare = (what: string, many: Limit, few: Limit) => {
    const ratio = few.perSecond / many.perSecond;
    const us = ({ perSecond }: Limit) => `${Math.round(1_000_000 / perSecond)} µs`;
    return [
      `${what}, ${sizes}`,
      `${us(many)} / ${us(few)} = ${ratio.toFixed(2)}; CPU ${many.cpuUs.toFixed(0)} / ${few.cpuUs.toFixed(0)} µs`,
      judgeIfSteady({ limits }, '≈ 1', ratio <= BACKLOG_RATIO_AIM),
    ];
  };
  return [
    compare('new events', large.beside, small.beside),
    compare('the backlog itself', large.drained, small.drained),
  ];
}
