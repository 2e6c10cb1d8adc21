import { lockName, type Query } from '@hostler/database';
import type { Done, Due, RunStep } from './step.ts';

/** Locks the account, so that the step sees what concurrent runs or staff did for the same customer. */
export function* performAlone(step: RunStep, due: Due, at: number): Query<readonly Done[]> {
  yield* lockAccounts([due]);
  return yield* step.perform(due, at);
}

export function* performTogether(step: RunStep, dues: readonly Due[], at: number): Query<readonly (readonly Done[])[]> {
  yield* lockAccounts(dues);
  return step.performAll ? yield* step.performAll(dues, at) : [];
}

/** Locks accounts in order of id, so that two transactions cannot deadlock. */
export function* lockAccounts(dues: readonly Pick<Due, 'accountId'>[]): Query<void> {
  const accounts = [...new Set(dues.map(({ accountId }) => accountId))].sort((a, b) => a - b);
  for (const id of accounts) yield* lockName(`billing of account ${id}`);
}
