import { type Query, sql } from '@hostler/database';
import { type InvoiceRow, invoices } from '../store.ts';

type OwnedInvoiceRow = InvoiceRow & { account_id: number };

const TO_MAIL = sql<{ now: number; limit: number }, OwnedInvoiceRow>(
  `select account_id, ${invoices.columns} from invoices
   where mail_at is not null and mail_at <= :now and archived_at is not null order by mail_at, id limit :limit`,
);
const SET = sql<{ account_id: number; id: number; mail_at: number | null }>(
  'update invoices set mail_at = :mail_at where account_id = :account_id and id = :id',
);

/** Lists waiting documents of all accounts, oldest first. None is mailed before it is in the archive. */
export function listToMail(now: number, limit: number): Query<OwnedInvoiceRow[]> {
  return TO_MAIL.all({ now, limit });
}

/** Null if no mail is to be sent. */
export function* setMailTime(accountId: number, id: number, mail_at: number | null): Query<void> {
  yield* SET.run({ account_id: accountId, id, mail_at });
}
