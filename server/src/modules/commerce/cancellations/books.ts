import type { Query } from '@hostler/database';
import { findInvoiceByNumber, type InvoiceService } from '../invoices/index.ts';
import { findProfile } from '../profiles/index.ts';
import type { CustomerSubscriptions } from '../subscriptions/index.ts';
import type { Books, Contract } from './matching.ts';

/** Larger accounts have to sign in or contact support. */
const MOST_LOOKED_AT = 500;
const PAGE = 100;

interface Dependencies {
  invoices: Pick<InvoiceService, 'subscriptionsOf'>;
  subscriptions: Pick<CustomerSubscriptions, 'list'>;
}

/** Looks up the contracts of an account by the names that people know. */
export function createBooks({ invoices, subscriptions }: Dependencies): Books {
  /** Newest first, active contracts before ended ones. */
  function* find(accountId: number, fits: (contract: Contract) => boolean): Query<Contract | undefined> {
    let ended: Contract | undefined;
    for (let page = 1; page <= MOST_LOOKED_AT / PAGE; page++) {
      const { items, total } = yield* subscriptions.list(accountId, { page, per_page: PAGE, sort: 'desc' });
      const found = items.filter(fits);
      const open = found.find(({ status }) => status !== 'cancelled');
      if (open) return open;
      ended ??= found[0];
      if (page * PAGE >= total) break;
    }
    return ended;
  }

  return {
    *listNames(accountId) {
      const { name, company } = yield* findProfile(accountId);
      return [name, company];
    },
    findById: (accountId, id) => find(accountId, (contract) => contract.id === id),
    findByHostname: (accountId, hostname) =>
      find(accountId, ({ name }) => name.toLowerCase().endsWith(`(${hostname})`)),
    *findByInvoice(accountId, number) {
      const invoice = yield* findInvoiceByNumber(number);
      if (invoice?.account_id !== accountId) return undefined;
      const [only, ...others] = yield* invoices.subscriptionsOf(accountId, invoice.id);
      if (only === undefined || others.length > 0) return undefined;
      return yield* find(accountId, ({ id }) => id === only);
    },
  };
}
