import { applyMigrations, sql } from '@hostler/database';
import { openKernelDatabase } from '@hostler/testing/server/database.ts';
import { expect, it } from 'vitest';
import { jobsMigrations } from './migrations.ts';

const OLD = sql<{ kind: string; payload: string; serial_key: string | null; leased_by: string | null }>(
  `insert into jobs (kind, payload, serial_key, run_at, leased_until, leased_by, created_at)
   values (:kind, :payload, :serial_key, 5, 20, :leased_by, 5)`,
);
const JOBS = sql<object, { account_id: number; lane: string; due_at: number | null }>(
  'select account_id, lane, due_at from jobs order by id',
);
const QUEUES = sql<object, object>('select lane, account_id, due_at from job_queues order by lane, account_id');

it('jobs queued by an older version get an account, a lane and a due time', async () => {
  const kernel = await openKernelDatabase(jobsMigrations.slice(0, 1));
  try {
    await kernel.db.write(function* () {
      for (const [kind, payload, serial_key, leased_by] of [
        ['hosting.restart', { accountId: 7, actionId: 1 }, 'hosting 1', 'someone'],
        ['backup.create', { accountId: 7, actionId: 2 }, 'hosting 1', null],
        ['domain.update', { accountId: 8, actionId: 3 }, 'zone a', null],
        ['backups.remove-leftover', { key: 'account-7/backup-1' }, null, null],
      ] as const) {
        yield* OLD.run({ kind, payload: JSON.stringify(payload), serial_key, leased_by });
      }
    });
    await kernel.db.write(() => applyMigrations(jobsMigrations, 1));
    expect(await kernel.db.read(JOBS.all({}))).toEqual([
      { account_id: 7, lane: 'vps', due_at: 20 },
      { account_id: 7, lane: 'copies', due_at: null },
      { account_id: 8, lane: 'dns', due_at: 5 },
      { account_id: 0, lane: 'upkeep', due_at: 5 },
    ]);
    expect(await kernel.db.read(QUEUES.all({}))).toEqual([
      { lane: 'dns', account_id: 8, due_at: 5 },
      { lane: 'upkeep', account_id: 0, due_at: 5 },
      { lane: 'vps', account_id: 7, due_at: 20 },
    ]);
  } finally {
    await kernel.close();
  }
});
