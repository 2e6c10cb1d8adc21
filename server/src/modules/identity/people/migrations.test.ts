import { applyMigrations, runScript, sql, totalsMigrations } from '@hostler/database';
import { openKernelDatabase } from '@hostler/testing/server/database.ts';
import { expect, it } from 'vitest';
import { migrations as accountsMigrations } from '../accounts/migrations.ts';
import { migrations } from './migrations.ts';

const ACCOUNTS = sql<object, object>('select id, email, contact_email from accounts order by id');
const PERSONS = sql<object, object>(
  'select id, email, name, password_hash, password_changed_at, staff_role, created_at from persons order by id',
);
const MEMBERSHIPS = sql<object, object>('select person_id, account_id, role from memberships order by id');
const USERS = sql<object, object>('select id from users');
const TOTALS = sql<object, object>(`select account_id, count from totals where list = 'people' order by account_id`);

it('the migration turns each user into a person who owns the account and keeps the password', async () => {
  const released = [...totalsMigrations, ...accountsMigrations.slice(0, 1)];
  const { db, close } = await openKernelDatabase(released);
  try {
    await db.write(() =>
      runScript(`
        insert into accounts (name, email, created_at) values ('A', 'a@example.com', 5), ('B', 'b@example.com', 6);
        insert into users (account_id, email, password_hash, created_at)
        values (1, 'a@example.com', 'argon2id$…', 5), (2, 'b@example.com', null, 6);`),
    );
    await db.write(() => applyMigrations([...released, ...accountsMigrations, ...migrations], 7));
    expect(await db.read(ACCOUNTS.all({}))).toEqual([
      { id: 1, email: 'a@example.com', contact_email: 'a@example.com' },
      { id: 2, email: 'b@example.com', contact_email: 'b@example.com' },
    ]);
    const nobody = { staff_role: null };
    const [a, b] = ['a@example.com', 'b@example.com'];
    expect(await db.read(PERSONS.all({}))).toEqual([
      { id: 1, email: a, name: a, password_hash: 'argon2id$…', password_changed_at: 5, created_at: 5, ...nobody },
      { id: 2, email: b, name: b, password_hash: null, password_changed_at: null, created_at: 6, ...nobody },
    ]);
    expect(await db.read(MEMBERSHIPS.all({}))).toEqual([
      { person_id: 1, account_id: 1, role: 'owner' },
      { person_id: 2, account_id: 2, role: 'owner' },
    ]);
    expect(await db.read(TOTALS.all({}))).toEqual([
      { account_id: 1, count: 1 },
      { account_id: 2, count: 1 },
    ]);
    expect(await db.read(USERS.all({}))).toEqual([]);
  } finally {
    await close();
  }
});
