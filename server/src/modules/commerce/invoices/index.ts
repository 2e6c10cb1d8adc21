import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import { invoiceCommands } from './commands.ts';
import { createPrinter, type InvoicePrinter } from './document/printer.ts';
import { migrations } from './migrations.ts';
import { createInvoiceOperatorService, type InvoiceOperatorService } from './operator-service.ts';
import { createInvoiceService, type InvoiceDependencies, type InvoiceService } from './service.ts';

export type { Explanation } from './charges/explanation.ts';
export { CHARGE_KINDS, type ChargeKind } from './charges/schemas.ts';
export type { Charge, NewCharge } from './charges/service.ts';
export type { InvoiceDocument } from './document/document.ts';
export type { InvoicePrinter } from './document/printer.ts';
export { findInvoiceByNumber, listUnpaidDueBy, requireInvoiceOwner, type UnpaidInvoice } from './operator-service.ts';
export { INVOICE_STATUSES, Invoice, InvoiceFile } from './schemas.ts';
export { type InvoiceHooks, PAYMENT_TERM_MS, type Refundable } from './service.ts';
export type { Trade } from './snapshot.ts';
export { computeTotals, type Priced, type Totals } from './totals.ts';
export type { InvoiceOperatorService, InvoiceService };

interface Dependencies extends InvoiceDependencies {
  db: Database;
  clock: Clock;
}

interface InvoicesModule extends Module {
  invoices: InvoiceService;
  printer: InvoicePrinter;
  operator: { invoices: InvoiceOperatorService };
}

export function invoicesModule({ db, clock, ...deps }: Dependencies): InvoicesModule {
  const invoices = createInvoiceService(deps);
  const operator = createInvoiceOperatorService({ clock, invoices });
  const commands = invoiceCommands({ db, invoices: operator });
  const printer = createPrinter();
  return { name: 'invoices', migrations, commands, invoices, printer, operator: { invoices: operator } };
}
