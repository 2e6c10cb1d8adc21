import { countRows, type Query, sql } from '@hostler/database';
import type { EventType } from '#kernel/events/catalogue.ts';
import { isSuccess, type Sent } from '../sender.ts';
import { addToLog } from './attempt-log.ts';
import { countEnded, countMade, type DeliveryRow } from './store.ts';

interface TestResult {
  webhook_id: number;
  event_id: number;
  event: EventType;
  sent: Sent;
}

type NewTest = Pick<
  DeliveryRow,
  'webhook_id' | 'event_id' | 'event' | 'status' | 'log' | 'created_at' | 'finished_at'
> & { account_id: number };

/** Without `due_at`, so that no worker claims it. */
const INSERT = sql<NewTest, { id: number }>(
  `insert into webhook_deliveries
     (account_id, webhook_id, event_id, event, status, attempts, log, created_at, finished_at)
   values (:account_id, :webhook_id, :event_id, :event, :status, 1, :log, :created_at, :finished_at) returning id`,
);

/** Records a test that has ended. Returns the id of its delivery. */
export function* insertTest(accountId: number, { sent, ...test }: TestResult): Query<number> {
  const { at, status: code, ms, answer, error } = sent;
  const status = isSuccess(sent) ? 'succeeded' : 'failed';
  const log = addToLog('[]', { at, status: code, ms, answer, error, next: null });
  const times = { created_at: at, finished_at: at + ms };
  const made = yield* INSERT.one({ account_id: accountId, ...test, status, log, ...times });
  if (!made) throw new Error('The test was not recorded.');
  const row = { id: made.id, ...test, status } as const;
  yield* countRows([countMade(accountId, row, 1), ...countEnded(accountId, row, 1)]);
  return made.id;
}
