import type { Database } from '../../../kernel/db/database.ts';
import type { Module } from '../../../module.ts';
import { invoiceCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { createInvoiceOperatorService, type InvoiceOperatorService } from './operator-service.ts';
import * as invoices from './service.ts';

export { listUnpaidDueBy, requireInvoiceOwner, type UnpaidInvoice } from './operator-service.ts';
export { INVOICE_STATUSES, Invoice } from './schemas.ts';

export type InvoiceService = typeof invoices;
export type { InvoiceOperatorService };

interface InvoicesModule extends Module {
  invoices: InvoiceService;
  operator: { invoices: InvoiceOperatorService };
}

export function invoicesModule({ db }: { db: Database }): InvoicesModule {
  const operator = createInvoiceOperatorService();
  const commands = invoiceCommands({ db, invoices: operator });
  return { name: 'invoices', migrations, commands, invoices, operator: { invoices: operator } };
}
