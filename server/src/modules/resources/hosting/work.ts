import { changeRow, type Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import { startAction } from '../../platform/actions/index.ts';
import { serialKeyOf } from './machine.ts';
import type { HostingRow, HostingState } from './store.ts';
import * as store from './store.ts';

/** A VPS with its queued action. */
export interface Queued {
  hosting: HostingRow;
  actionId: number;
}

/** A row as it was read. It is changed only if its revision is still the same. */
export type Seen = Pick<HostingRow, 'id' | 'revision'> & { account_id: number };

/** Returns a VPS. Throws NOT_FOUND. */
export function* findHosting(accountId: number, id: number): Query<HostingRow> {
  const hosting = yield* store.findHosting(accountId, id);
  if (!hosting) throw notFound('Server');
  return hosting;
}

/** Changes a VPS and decides again if it was changed concurrently. */
export function changeHosting(
  accountId: number,
  id: number,
  now: number,
  decide: (row: HostingRow) => Partial<HostingState>,
): Query<HostingRow> {
  return changeRow(
    () => findHosting(accountId, id),
    (row) => store.changeHosting(accountId, row, decide(row), now),
  );
}

/** Queues an action in order with all other work on the same VPS. */
export function* queueWork<Input extends object, Outcome, Found>(
  accountId: number,
  kind: ActionKind<Input, Outcome, Found>,
  hosting: HostingRow,
  input: Input,
  now: number,
): Query<Queued> {
  const serialKey = serialKeyOf(hosting.id);
  const action = yield* startAction(kind, { accountId, resourceId: hosting.id, input, now, serialKey });
  return { hosting, actionId: action.id };
}
