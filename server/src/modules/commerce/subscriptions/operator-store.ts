import { type Query, sql } from '../../../kernel/db/query.ts';
import { INVOICE_COLUMNS, type InvoiceRow } from './invoice-store.ts';
import { SUBSCRIPTION_COLUMNS, type SubscriptionRow } from './store.ts';

type Owned<Row> = Row & { account_id: number };

const INVOICE_OWNER = sql<{ id: number }, { account_id: number }>('select account_id from invoices where id = :id');
const SUBSCRIPTIONS = sql<object, Owned<SubscriptionRow>>(
  `select account_id, ${SUBSCRIPTION_COLUMNS} from subscriptions order by id`,
);
const SUBSCRIPTIONS_OF = sql<{ account_id: number }, Owned<SubscriptionRow>>(
  `select account_id, ${SUBSCRIPTION_COLUMNS} from subscriptions where account_id = :account_id order by id`,
);
const INVOICES = sql<object, Owned<InvoiceRow>>(`select account_id, ${INVOICE_COLUMNS} from invoices order by id`);
const INVOICES_OF = sql<{ account_id: number }, Owned<InvoiceRow>>(
  `select account_id, ${INVOICE_COLUMNS} from invoices where account_id = :account_id order by id`,
);

/** Whose invoice it is; for operators, who see them all. */
export function* findInvoiceOwner(id: number): Query<number | undefined> {
  return (yield* INVOICE_OWNER.one({ id }))?.account_id;
}

export function listAllSubscriptions(accountId: number | undefined): Query<Owned<SubscriptionRow>[]> {
  return accountId === undefined ? SUBSCRIPTIONS.all({}) : SUBSCRIPTIONS_OF.all({ account_id: accountId });
}

export function listAllInvoices(accountId: number | undefined): Query<Owned<InvoiceRow>[]> {
  return accountId === undefined ? INVOICES.all({}) : INVOICES_OF.all({ account_id: accountId });
}
