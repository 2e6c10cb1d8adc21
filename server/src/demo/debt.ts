// An invoice that dunning pursued in the past weeks, until it suspended the server. Paying it resumes the server.
import { sql } from '@hostler/database';
import { DAY } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import type { Story } from './story.ts';

const OVERDUE = { page: 1, per_page: 100, sort: 'asc', status: 'overdue' } as const;

/** Backdates the reminders. In the story, the customer received them. */
const REMINDED = sql<{ account_id: number; at: number }>(
  `update mails set created_at = :at, ended_at = :at, next_at = null, result = 'sent', attempts = 1
   where account_id = :account_id and kind = 'dunning' and ended_at is null`,
);

/**
 * Takes the dunning steps of each day since the overdue invoice of a subscription was due. Must run before the customer
 * has a saved card, which would be charged.
 */
export async function suspendForDebt(hostler: Hostler, accountId: number, subscriptionId: number): Promise<void> {
  const { db, customer, clock } = hostler;
  await db.write(function* () {
    const { items } = yield* customer.invoices.listOf(accountId, subscriptionId, OVERDUE);
    const [invoice] = items;
    if (!invoice) return;
    const now = clock.now();
    for (let at = Date.parse(invoice.due_at); at <= now; at += DAY) {
      yield* customer.dunning.pursue(accountId, invoice.id, at);
      yield* REMINDED.run({ account_id: accountId, at });
    }
  });
}

/** Saves the card of the story. Repeating it changes nothing. */
export async function saveCard({ db, customer, clock }: Hostler, accountId: number, card: Story['card']) {
  if (!card) return;
  const mandate = { ...card, key: null, status: 'active', expiresAt: null } as const;
  await db.write(() => customer.payments.keepMethod(accountId, 'simulated', mandate, clock.now() - 20 * DAY));
}
