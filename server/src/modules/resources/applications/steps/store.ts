import { later, number, type Query, type Row, sql, table, text } from '@hostler/database';

export const PHASES = ['install', 'remove'] as const;
export type Phase = (typeof PHASES)[number];

export const STEP_STATUSES = ['pending', 'running', 'succeeded', 'failed', 'skipped'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

const steps = table(
  'application_steps',
  {
    id: number(),
    phase: text<Phase>(),
    position: number(),
    name: text(),
    status: text<StepStatus>(),
    started_at: later(number()),
    finished_at: later(number()),
    output: text(),
  },
  { hidden: { account_id: number(), application_id: number() } },
);
export type StepRow = Row<typeof steps>;

type OfApplication = { account_id: number; application_id: number };
type One = OfApplication & { id: number };

const OF_ONE = 'account_id = :account_id and application_id = :application_id';

const LIST = sql<OfApplication, StepRow>(
  `select ${steps.columns} from application_steps where ${OF_ONE} order by phase, position`,
);
const BEGIN = sql<One & { now: number }>(
  `update application_steps set status = 'running', started_at = coalesce(started_at, :now) where ${OF_ONE} and id = :id`,
);
const SAVE = sql<One & { output: string }>(
  `update application_steps set output = :output where ${OF_ONE} and id = :id and status = 'running'`,
);
const END = sql<One & { status: StepStatus; output: string; now: number }>(
  `update application_steps set status = :status, output = :output, finished_at = :now where ${OF_ONE} and id = :id`,
);
const SETTLE = sql<OfApplication & { running: StepStatus; pending: StepStatus; now: number }>(
  `update application_steps set status = case when status = 'running' then :running else :pending end,
     finished_at = case when status = 'running' then cast(:now as bigint) else finished_at end
   where ${OF_ONE} and status in ('running', 'pending')`,
);
const CLEAR = sql<OfApplication & { phase: Phase }>(`delete from application_steps where ${OF_ONE} and phase = :phase`);
const DELETE = sql<OfApplication>(`delete from application_steps where ${OF_ONE}`);

export function listSteps(accountId: number, applicationId: number): Query<StepRow[]> {
  return LIST.all({ account_id: accountId, application_id: applicationId });
}

/** Inserts the steps of a phase, replacing the existing ones. */
export function* insertSteps(
  accountId: number,
  applicationId: number,
  phase: Phase,
  names: readonly string[],
): Query<void> {
  const owner = { account_id: accountId, application_id: applicationId };
  yield* CLEAR.run({ ...owner, phase });
  for (const [position, name] of names.entries()) {
    yield* steps.insert({ phase, position, name, status: 'pending', output: '' }, owner);
  }
}

export function* beginStep(accountId: number, applicationId: number, id: number, now: number): Query<void> {
  yield* BEGIN.run({ account_id: accountId, application_id: applicationId, id, now });
}

export function* saveOutput(accountId: number, applicationId: number, id: number, output: string): Query<void> {
  yield* SAVE.run({ account_id: accountId, application_id: applicationId, id, output });
}

export function* endStep(
  accountId: number,
  applicationId: number,
  step: { id: number; status: StepStatus; output: string },
  now: number,
): Query<void> {
  yield* END.run({ account_id: accountId, application_id: applicationId, ...step, now });
}

/** Sets running and pending steps to the given final statuses. */
export function* settleSteps(
  accountId: number,
  applicationId: number,
  { running, pending }: { running: StepStatus; pending: StepStatus },
  now: number,
): Query<void> {
  yield* SETTLE.run({ account_id: accountId, application_id: applicationId, running, pending, now });
}

export function* deleteSteps(accountId: number, applicationId: number): Query<void> {
  yield* DELETE.run({ account_id: accountId, application_id: applicationId });
}
