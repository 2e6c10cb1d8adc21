import type { Database } from '../../../kernel/db/database.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { Attachments } from '../../../kernel/mail/attachments.ts';
import type { Links } from '../../../kernel/mail/links.ts';
import type { Mailer } from '../../../kernel/mail/mailer.ts';
import type { Module } from '../../../module.ts';
import { chargeCommands } from './charges/commands.ts';
import { type ChargeOperatorService, createChargeOperatorService } from './charges/operator-service.ts';
import { invoiceCommands } from './commands.ts';
import { createPrinter, type InvoicePrinter } from './document/printer.ts';
import { correctTaxJob } from './jobs.ts';
import { mailJob, mailRegularly } from './mail/jobs.ts';
import { createInvoiceMail, INVOICE_ATTACHMENT } from './mail/operator-service.ts';
import { migrations } from './migrations.ts';
import { createInvoiceOperatorService, type InvoiceOperatorService } from './operator-service.ts';
import { createInvoiceService, type InvoiceDependencies, type InvoiceService } from './service.ts';

export { CHARGE_KINDS } from './charges/schemas.ts';
export type { NewCharge } from './charges/service.ts';
export type { InvoicePrinter } from './document/printer.ts';
export { findInvoiceByNumber, listUnpaidDueBy, requireInvoiceOwner } from './operator-service.ts';
export { INVOICE_STATUSES, Invoice, InvoiceFile } from './schemas.ts';
export { type InvoiceHooks, type Issued, PAYMENT_TERM_MS, type Refundable, type ToPay } from './service.ts';
export type { Trade } from './snapshot.ts';
export { computeTotals, type Totals } from './totals.ts';
export type { ChargeOperatorService, InvoiceOperatorService, InvoiceService };

interface Dependencies extends InvoiceDependencies {
  db: Database;
  attachments: Attachments;
  mailer: Mailer;
  links: Links;
  log: Logger;
}

interface InvoicesModule extends Module {
  invoices: InvoiceService;
  printer: InvoicePrinter;
  operator: { invoices: InvoiceOperatorService; charges: ChargeOperatorService };
}

/** One for the process: its thread has fonts and a library to load. */
const printer = createPrinter();

export function invoicesModule({ db, attachments, mailer, links, log, ...deps }: Dependencies): InvoicesModule {
  const { clock, trade } = deps;
  const invoices = createInvoiceService(deps);
  const operator = createInvoiceOperatorService({ clock, trade, invoices });
  const charges = createChargeOperatorService({ clock, timeZone: trade.timeZone });
  const commands = [...invoiceCommands({ db, invoices: operator }), ...chargeCommands({ db, charges })];
  attachments.add(INVOICE_ATTACHMENT, async ({ account_id = 0, invoice_id = 0 }) => {
    const document = await db.read(invoices.documentOf(account_id, invoice_id));
    const content = await printer.print(document);
    return { filename: `${document.number}.pdf`, contentType: 'application/pdf', content };
  });
  const mail = createInvoiceMail({ db, clock, log, mailer, links, timeZone: trade.timeZone });
  return {
    name: 'invoices',
    migrations,
    commands,
    jobs: [mailJob({ db, mail }), correctTaxJob({ db, clock, invoices })],
    recurring: [mailRegularly(mail)],
    invoices,
    printer,
    operator: { invoices: operator, charges },
  };
}
