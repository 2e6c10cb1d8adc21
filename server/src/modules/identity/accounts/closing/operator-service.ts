import type { Query } from '@hostler/database';
import { formatMoney } from '#kernel/currency.ts';
import type { LimitBook } from '#kernel/limits/limit-book.ts';
import type { Links } from '#kernel/mail/links.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import type { CustomerMail } from '../../people/index.ts';
import { getAccount } from '../service.ts';
import { markClosed } from '../store.ts';
import type { AccountSuspensions } from '../suspensions/operator-service.ts';
import { errors } from './errors.ts';
import { writeClosed } from './letters.ts';

/** Contracts of an account with the company. */
export interface Contracts {
  /** Returns the amounts due of open invoices, by currency. */
  listDue(accountId: number): Query<readonly { currency: string; due: number }[]>;
  /** Returns the ids of subscriptions that are not cancelled. */
  listRunning(accountId: number): Query<readonly number[]>;
  /** Cancels a subscription immediately. */
  cancel(accountId: number, id: number, now: number): Query<unknown>;
}

interface Dependencies {
  clock: Clock;
  links: Links;
  customerMail: CustomerMail;
  limits: LimitBook;
  suspensions: Pick<AccountSuspensions, 'switchOff'>;
  contracts: Contracts;
}

interface Closing {
  account_id: number;
  /** Sent to the customer. */
  reason?: string | undefined;
  cancel_services?: boolean | undefined;
}

/** Limits that count running services, with the words for one and several. */
const SERVICES = {
  servers: ['server', 'servers'],
  domains: ['domain', 'domains'],
  mailboxes: ['mailbox', 'mailboxes'],
  databases: ['database', 'databases'],
} as const;
const CLOSED = 'The account is closed.';

export type ClosingOperatorService = ReturnType<typeof createClosingOperatorService>;

export function createClosingOperatorService(dependencies: Dependencies) {
  const { clock, links, customerMail, limits, suspensions, contracts } = dependencies;

  /**
   * Closes an account: cancels its subscriptions, switches off its services and notifies the owners. Invoices, payments
   * and the audit log stay, and people can still sign in to read them. Throws CONFLICT if the account is closed, owes
   * money, or has services and `cancel_services` is not set.
   */
  function* close({ account_id, cancel_services = false, ...given }: Closing) {
    const { name } = yield* getAccount(account_id);
    const now = clock.now();
    if (!(yield* markClosed(account_id, now))) throw errors.account_already_closed();
    const reason = given.reason?.trim() || undefined;
    yield* refuseDebt(account_id);
    const running = yield* contracts.listRunning(account_id);
    if (!cancel_services) yield* refuseServices(account_id, running.length);
    for (const id of running) yield* contracts.cancel(account_id, id, now);
    yield* suspensions.switchOff({ account_id, reason: reason ?? CLOSED, now });
    const letter = writeClosed({ account: name, reason }, links.to('/billing'));
    const about = { accountId: account_id, kind: 'account-closed', cause: `${now}` } as const;
    yield* customerMail.toOwners({ ...about, letter, isProof: true, now });
    return { id: account_id, name, cancelled_subscriptions: running.length, closed_at: formatTime(now) };
  }

  function* refuseDebt(accountId: number): Query<void> {
    const due = yield* contracts.listDue(accountId);
    if (due.length === 0) return;
    const amounts = due.map((sum) => formatMoney(sum.due, sum.currency)).join(' and ');
    throw errors.account_owes({ amounts });
  }

  function* refuseServices(accountId: number, subscriptions: number): Query<void> {
    const uses = yield* limits.read(accountId);
    const counts = Object.entries(SERVICES).map(([limit, words]) => [uses[limit]?.used ?? 0, ...words] as const);
    const left = [...counts, [subscriptions, 'subscription', 'subscriptions'] as const]
      .filter(([count]) => count > 0)
      .map(([count, one, several]) => `${count} ${count === 1 ? one : several}`);
    if (left.length === 0) return;
    throw errors.account_has_services({ services: left.join(', ') });
  }

  return { close };
}
