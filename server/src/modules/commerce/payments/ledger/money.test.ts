import { type Query, sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAppError } from '#kernel/errors.ts';

let server: TestServer;
let accounts = 0;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.stop());

interface Sum {
  id: number;
  amount: number;
}
interface Invoice {
  id: number;
  type: string;
  status: string;
  total: number;
  amount_paid: number;
  amount_credited: number;
  amount_written_off: number;
}
interface Payment {
  id: number;
  status: string;
  amount: number;
  refunded_amount: number;
  reversed_amount: number;
}
const ofAccount = <Row>(text: string) => sql<{ account_id: number }, Row>(text);
const PAYMENTS = ofAccount<Payment>(
  'select id, status, amount, refunded_amount, reversed_amount from payments where account_id = :account_id',
);
const INVOICES = ofAccount<Invoice>(
  `select id, type, status, total, amount_paid, amount_credited, amount_written_off from invoices
   where account_id = :account_id`,
);
const sumBy = (column: string, table: string) =>
  ofAccount<Sum>(
    `select coalesce(${column}, 0) as id, cast(sum(amount) as bigint) as amount from ${table}
     where account_id = :account_id group by ${column}`,
  );
const PAID_INVOICES = sumBy('invoice_id', 'payment_allocations');
const ALLOCATED = sumBy('payment_id', 'payment_allocations');
const CREDITED = sumBy('payment_id', 'ledger_entries');
const BALANCE = ofAccount<{ balance: number }>(
  'select balance from ledger_entries where account_id = :account_id order by id desc limit 1',
);

/** Checks the invariants of an account's money. */
async function checkBooks(account_id: number): Promise<void> {
  const books = await server.hostler.db.read(
    (function* () {
      const toMap = (sums: Sum[]) => new Map(sums.map(({ id, amount }) => [id, amount]));
      return {
        payments: yield* PAYMENTS.all({ account_id }),
        invoices: yield* INVOICES.all({ account_id }),
        paid: toMap(yield* PAID_INVOICES.all({ account_id })),
        allocated: toMap(yield* ALLOCATED.all({ account_id })),
        credited: toMap(yield* CREDITED.all({ account_id })),
        balance: (yield* BALANCE.one({ account_id }))?.balance ?? 0,
      };
    })(),
  );
  const { payments, invoices, paid, allocated, credited, balance } = books;
  for (const invoice of invoices.filter(({ type }) => type === 'invoice')) {
    const { id, status, total, amount_paid, amount_credited, amount_written_off } = invoice;
    const due = total - amount_paid - amount_credited - amount_written_off;
    expect(due, `invoice ${id}`).toBeGreaterThanOrEqual(0);
    expect(due === 0, `invoice ${id} is ${status}`).toBe(status === 'paid' || status === 'cancelled');
    expect(paid.get(id) ?? 0, `what paid invoice ${id}`).toBe(amount_paid);
  }
  for (const { id, status, amount, refunded_amount, reversed_amount } of payments) {
    const kept = (allocated.get(id) ?? 0) + (credited.get(id) ?? 0);
    expect(kept, `payment ${id} is ${status}`).toBe(amount - refunded_amount - reversed_amount);
  }
  const sum = [...credited.values()].reduce((total, amount) => total + amount, 0);
  expect(balance, 'the balance is the sum of the ledger').toBe(sum);
  const open = invoices.some(({ type, status }) => type === 'invoice' && ['unpaid', 'overdue'].includes(status));
  if (open) expect(balance, 'credit pays what is open').toBeLessThanOrEqual(0);
}

type AuditContext =
  | { do: 'issue' | 'pay' | 'over' | 'grant'; amount: number; pick: number }
  | { do: 'credit' | 'writeOff' | 'refund' | 'refundToCredit' | 'reverse' | 'restore'; amount: number; pick: number };
const auditContext: fc.Arbitrary<AuditContext> = fc.record({
  do: fc.constantFrom(
    ...(['issue', 'issue', 'pay', 'pay', 'over', 'grant', 'credit', 'writeOff', 'refund', 'refundToCredit'] as const),
    ...(['reverse', 'restore'] as const),
  ),
  amount: fc.integer({ min: 1, max: 3_000 }),
  pick: fc.nat(20),
});

/** An impossible step is refused with a sentence and changes nothing. */
async function perform(accountId: number, { do: what, amount, pick }: AuditContext, step: number): Promise<void> {
  const { customer, operator, clock } = server.hostler;
  const at = clock.now();
  function* act(): Query<unknown> {
    const invoices = (yield* INVOICES.all({ account_id: accountId })).filter(({ type }) => type === 'invoice');
    const payments = yield* PAYMENTS.all({ account_id: accountId });
    const invoice_id = invoices[pick % Math.max(1, invoices.length)]?.id;
    const id = payments[pick % Math.max(1, payments.length)]?.id ?? 0;
    const reason = 'As agreed.';
    switch (what) {
      case 'issue': {
        const period = { period_start: at, period_end: at, due_at: at, at };
        const explanation = { rule: 'manual' as const, sentence: 'Sold by hand.', steps: [] };
        const made = yield* customer.invoices.addCharge(accountId, {
          ...{ key: `test:${accountId}:${step}`, kind: 'manual', description: 'Work', unit_price: amount },
          ...{ subscription_id: null, currency: 'EUR', tax_included: false, explanation, ...period },
        });
        return yield* customer.invoices.issueInvoice(accountId, { dueAt: at, at, only: [made?.id ?? 0] });
      }
      case 'pay':
        if (invoice_id === undefined) return;
        return yield* operator.payments.record({
          invoice_id,
          amount,
          currency: 'EUR',
          reference: `${accountId} ${pick}`,
        });
      case 'over':
        return yield* operator.payments.record({ account_id: accountId, amount, currency: 'EUR' });
      case 'grant':
        return yield* operator.payments.grantCredit({ account_id: accountId, amount, currency: 'EUR', reason });
      case 'credit':
        return yield* customer.invoices.creditInvoice(accountId, invoice_id ?? 0, { amount, reason }, at);
      case 'writeOff':
        return yield* customer.invoices.writeOff(accountId, invoice_id ?? 0, at);
      case 'refund':
        return yield* operator.payments.refund({ id, amount, to: 'method', reason });
      case 'refundToCredit':
        return yield* operator.payments.refund({ id, amount, to: 'credit', reason });
      case 'reverse':
        return yield* operator.payments.reverse({ id, reason });
      case 'restore':
        return yield* customer.payments.restore(accountId, id, at);
    }
  }
  await server.hostler.db.write(act).catch((error: unknown) => {
    if (!isAppError(error, 'CONFLICT') && !isAppError(error, 'NOT_FOUND')) throw error;
  });
}

it('after any sequence of changes to invoices and payments, the books balance to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(auditContext, { minLength: 4, maxLength: 14 }), async (auditContexts) => {
      const { id } = await server.operator.accounts.create({ name: 'A', email: `${++accounts}@example.com` });
      for (const [step, each] of auditContexts.entries()) {
        await perform(id, each, step);
        await checkBooks(id);
      }
    }),
    { numRuns: 25 },
  );
});
