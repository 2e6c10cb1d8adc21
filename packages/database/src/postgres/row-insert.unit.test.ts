import { expect, it } from 'vitest';
import { Statement } from '../statement.ts';
import { findRowInsert } from './row-insert.ts';

it('sums increments of the same row, and keeps rows that only look alike apart', () => {
  const statement = new Statement(
    `insert into totals (account_id, list, status, count) values (:account_id, :list, :status, :count)
     on conflict (account_id, list, status) do update set count = totals.count + excluded.count`,
  );
  const rows = [
    [5, 'ticket bytes', '', 3],
    [5, 'ticket', 'bytes ', 1],
    [5, 'ticket bytes', '', 4],
    [5, 'servers', 'running', 1],
    [5, 'servers', 'running', -1],
  ];
  expect(new Set(findRowInsert(statement)?.sumUp(rows))).toEqual(
    new Set([
      [5, 'ticket bytes', '', 7],
      [5, 'ticket', 'bytes ', 1],
    ]),
  );
});
