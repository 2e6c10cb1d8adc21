import type { SqlValue, Statement } from '../statement.ts';
import type { Connection } from './connection.ts';

/** For each table a transaction wrote to, whose rows; account 0 stands for anybody. */
export type Touched = Map<string, Set<number>>;

/** Notes what a statement of a transaction writes; called before each, unless everything is undone anyway. */
export function collectTouched(
  _touched: Touched,
  _statement: Statement,
  _values: readonly SqlValue[],
  _accounts: readonly number[] | undefined,
): void {}

/**
 * Makes what was touched a version newer, in one statement right before the commit, with which it goes where the
 * connection can defer it.
 */
export function bumpVersions(_connection: Connection, _touched: Touched): Promise<unknown> | undefined {
  return undefined;
}
