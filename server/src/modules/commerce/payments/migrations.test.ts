import { applyMigrations, runScript, sql } from '@hostler/database';
import { openKernelDatabase } from '@hostler/testing/server/database.ts';
import { startTestServer } from '@hostler/testing/server/server.ts';
import { expect, it } from 'vitest';

const PAYMENTS = sql<object, object>(
  `select id, account_id, invoice_id, amount, method, status, key, refunded_amount, created_at, received_at from payments`,
);
const ALLOCATIONS = sql<object, object>(
  'select account_id, invoice_id, payment_id, amount, created_at from payment_allocations',
);
const TOTALS = sql<object, object>(`select account_id, status, count from totals where list = 'payments'`);

it('the migration keeps payments from before the ledger and allocates them to their invoices', async () => {
  const { hostler, stop } = await startTestServer({ worker: false });
  const { migrations } = hostler;
  await stop();
  // Migrations of earlier modules, unchanged. Payments came after all of them.
  const before = migrations.filter(({ id }) => !id.startsWith('payments-'));
  const { db, close } = await openKernelDatabase(before);
  try {
    await db.write(() =>
      runScript(`
        insert into accounts (name, email, created_at) values ('A', 'a@example.com', 5);
        insert into invoices (account_id, number, status, currency, subtotal, tax, total, amount_paid, items, search_text,
          issued_at, due_at, paid_at) values (1, 'INV-2026-000001', 'paid', 'EUR', 990, 0, 990, 990, '[]', '', 6, 7, 8);
        insert into payments (account_id, invoice_id, amount, currency, method, received_at)
          values (1, 1, 990, 'EUR', 'SEPA', 8);`),
    );
    await db.write(() => applyMigrations(migrations, 9));
    const paid = { account_id: 1, invoice_id: 1, amount: 990 };
    const kept = { method: 'SEPA', status: 'succeeded', key: 'payment:1', refunded_amount: 0 };
    expect(await db.read(PAYMENTS.all({}))).toEqual([{ id: 1, ...paid, ...kept, created_at: 8, received_at: 8 }]);
    expect(await db.read(ALLOCATIONS.all({}))).toEqual([{ ...paid, payment_id: 1, created_at: 8 }]);
    expect(await db.read(TOTALS.all({}))).toEqual([{ account_id: 1, status: 'succeeded', count: 1 }]);
  } finally {
    await close();
  }
});
