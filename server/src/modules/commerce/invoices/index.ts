import type { Database } from '../../../kernel/db/database.ts';
import type { Module } from '../../../module.ts';
import { invoiceCommands } from './commands.ts';
import * as invoices from './service.ts';

export { requireInvoiceOwner } from './operator-service.ts';
export { INVOICE_STATUSES, Invoice } from './schemas.ts';
export type { InvoiceRow } from './store.ts';
export { viewInvoice } from './view.ts';

export type InvoiceService = typeof invoices;

/** Its tables were made by subscriptions, before invoices had a module of their own. */
export function invoicesModule({ db }: { db: Database }): Module & { invoices: InvoiceService } {
  return { name: 'invoices', commands: invoiceCommands({ db }), invoices };
}
