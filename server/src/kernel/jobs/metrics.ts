import { type Database, sql } from '@hostler/database';
import {
  beginAtZero,
  CALL_BUCKETS,
  defineCounter,
  defineGauge,
  defineHistogram,
  type Metric,
} from '../metrics/metric.ts';
import { createReading } from '../metrics/reading.ts';
import { type Clock, SECOND } from '../time.ts';
import { LANE_NAMES } from './lanes.ts';

/**
 * `left`: another worker continues, because the lease was lost or this worker stopped. `deferred`: the job cannot run
 * yet.
 */
const JOB_RESULTS = ['done', 'tried_again', 'deferred', 'given_up', 'left'] as const;
export type JobResult = (typeof JOB_RESULTS)[number];
const UPKEEP_RESULTS = ['done', 'failed'] as const;

const jobResults = defineCounter({
  name: 'hostler_job_results_total',
  help: 'Runs of jobs by kind and by how they ended.',
  labelNames: ['kind', 'result'],
});
const jobDuration = defineHistogram({
  name: 'hostler_job_duration_seconds',
  help: 'Duration of job runs.',
  labelNames: ['kind'],
  buckets: CALL_BUCKETS,
});
const upkeepResults = defineCounter({
  name: 'hostler_upkeep_results_total',
  help: 'Turns of recurring upkeep that this process took, by how they ended.',
  labelNames: ['name', 'result'],
});
const upkeepDuration = defineHistogram({
  name: 'hostler_upkeep_duration_seconds',
  help: 'Duration of the turns of recurring upkeep.',
  labelNames: ['name'],
  buckets: CALL_BUCKETS,
});

const workRestarts = defineCounter({
  name: 'hostler_work_restarts_total',
  help: 'How often the background work beside this server ended by itself and was started again.',
});

export const workerMetrics: readonly Metric[] = [jobResults, jobDuration, upkeepResults, upkeepDuration, workRestarts];

export function noteWorkRestart(): void {
  workRestarts.inc();
}

/** Registers the series of all job kinds and recurring jobs at 0, so that a scrape shows them before the first run. */
export function announceWork(kinds: readonly string[], upkeep: readonly string[]): void {
  for (const kind of kinds) beginAtZero(jobResults, 'result', JOB_RESULTS, { kind });
  for (const name of upkeep) beginAtZero(upkeepResults, 'result', UPKEEP_RESULTS, { name });
}

export function noteJob(kind: string, result: JobResult, began: number): void {
  jobResults.inc({ kind, result });
  jobDuration.observe({ kind }, (performance.now() - began) / SECOND);
}

export function noteUpkeep(name: string, result: (typeof UPKEEP_RESULTS)[number], began: number): void {
  upkeepResults.inc({ name, result });
  upkeepDuration.observe({ name }, (performance.now() - began) / SECOND);
}

/** Most queued jobs that are counted. A scrape must stay cheap, and an exact count above this says no more. */
const MOST_COUNTED = 10_000;

const QUEUED = sql<
  { now: number; limit: number },
  { lane: string; kind: string; state: string; count: number; first: number | null }
>(
  `select lane, kind, state, count(*) as count, min(due_at) as first
   from (select lane, kind, due_at,
           case when leased_by is not null then 'running' when due_at is null then 'behind'
             when due_at <= :now then 'due' else 'later' end as state
         from jobs order by id limit :limit) as oldest
   group by lane, kind, state`,
);

/** Reads the queue by lane, kind and state. */
export const readQueue = (now: number) => QUEUED.all({ now, limit: MOST_COUNTED });

/** Metrics of the queue in the database. They cover all processes, so every process reports the same values. */
export function queueMetrics({ db, clock }: { db: Database; clock: Clock }): Metric[] {
  const read = createReading(async () => {
    const now = clock.now();
    return { now, queued: await db.peek(readQueue(now)) };
  });
  return [
    defineGauge({
      name: 'hostler_jobs',
      help: `Jobs of all processes by lane, kind and state; the oldest ${MOST_COUNTED} are counted.`,
      labelNames: ['lane', 'kind', 'state'],
      async collect() {
        const found = await read();
        this.reset();
        for (const { lane, kind, state, count } of found?.queued ?? []) this.set({ lane, kind, state }, count);
      },
    }),
    defineGauge({
      name: 'hostler_jobs_oldest_due_seconds',
      help: 'Longest time that a due job has waited for a worker, by lane; 0 if none waits.',
      labelNames: ['lane'],
      async collect() {
        const found = await read();
        this.reset();
        if (!found) return;
        for (const lane of LANE_NAMES) {
          const due = found.queued.filter((row) => row.lane === lane && row.state === 'due');
          const first = Math.min(found.now, ...due.map((row) => row.first ?? found.now));
          this.set({ lane }, (found.now - first) / SECOND);
        }
      },
    }),
  ];
}
