import type { Database, Query } from '@hostler/database';
import type { Logger } from '#kernel/log.ts';
import type { Attachments } from '#kernel/mail/attachments.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { Module } from '#program/module.ts';
import type { BrandSettings } from '#settings/brand.ts';
import { openArchiveFolder } from './archive/folder.ts';
import { extendRegularly, mendRegularly } from './archive/jobs.ts';
import { archiveMetrics } from './archive/metrics.ts';
import { createHoldNotice } from './archive/notify.ts';
import { createDocumentArchive } from './archive/operator-service.ts';
import { seriesCommands } from './archive/series/commands.ts';
import { createSeriesOperatorService, type SeriesOperatorService } from './archive/series/operator-service.ts';
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
import { overdueInvoices } from './today.ts';

export { CHARGE_KINDS } from './charges/schemas.ts';
export type { NewCharge } from './charges/service.ts';
export { describeWith } from './charges/wording.ts';
export type { InvoicePrinter } from './document/printer.ts';
export { type InvoiceFollower, InvoiceFollowers } from './followers.ts';
export { findInvoiceByNumber, listUnpaidDueBy, requireInvoiceOwner } from './operator-service.ts';
export { findCurrentInvoiceId } from './reissue.ts';
export { INVOICE_ORDERS, INVOICE_STATUSES, Invoice, InvoiceFile } from './schemas.ts';
export { type InvoiceHooks, type Issued, PAYMENT_TERM_MS, type Refundable, type ToPay } from './service.ts';
export { find as findInvoice, reopenAmount, requireDue, settleAmount } from './settlement.ts';
export type { Trade } from './snapshot.ts';
export { listUnsettledInvoices } from './store.ts';
export { reasons } from './texts.ts';
export { computeTotals, type Totals } from './totals.ts';
export type { ChargeOperatorService, InvoiceOperatorService, InvoiceService, SeriesOperatorService };

interface Dependencies extends Omit<InvoiceDependencies, 'gate'> {
  db: Database;
  staffMail: StaffMail;
  /** Folder of the document archive, and the id of the installation that owns it. */
  archive: { path: string; installation: string };
  attachments: Attachments;
  mailer: Mailer;
  links: Links;
  log: Logger;
  isBillingHeld: () => Query<boolean>;
  brand: Pick<BrandSettings, 'productName' | 'images'>;
}

interface InvoicesModule extends Module {
  invoices: InvoiceService;
  printer: InvoicePrinter;
  operator: { invoices: InvoiceOperatorService; charges: ChargeOperatorService; series: SeriesOperatorService };
}

/** Shared by the process, because its thread loads fonts and a library. */
const sharedPrinter = createPrinter();
const LOGGED_CHARACTERS = 20;

export function invoicesModule({
  db,
  attachments,
  mailer,
  links,
  log,
  isBillingHeld,
  brand,
  ...deps
}: Dependencies): InvoicesModule {
  const { clock, trade, staffMail, followers } = deps;
  const folder = openArchiveFolder(deps.archive.path, deps.archive.installation);
  const onChecked = createHoldNotice({ db, clock, log, staffMail, trade });
  const archive = createDocumentArchive({ db, clock, folder, onChecked });
  const { gate } = archive;
  const series = createSeriesOperatorService({ db, clock, folder, archive, followers, trade });
  const invoices = createInvoiceService({ ...deps, gate });
  const mail = createInvoiceMail({ db, clock, log, mailer, links, trade });
  const operator = createInvoiceOperatorService({ clock, trade, invoices, gate, mail });
  const charges = createChargeOperatorService({ clock, trade });
  const printer: InvoicePrinter = {
    print: (document) => {
      const look = { creator: brand.productName, logo: brand.images.logo?.content };
      return sharedPrinter.print(document, look, ({ number }, characters) =>
        log.warn(
          { invoice: number, characters: characters.slice(0, LOGGED_CHARACTERS) },
          'no font has these characters',
        ),
      );
    },
  };
  const commands = [
    ...invoiceCommands({ db, invoices: operator, printer }),
    ...seriesCommands({ db, series }),
    ...chargeCommands({ db, charges }),
  ];
  attachments.add(INVOICE_ATTACHMENT, async ({ account_id = 0, invoice_id = 0 }) => {
    const document = await db.read(invoices.documentOf(account_id, invoice_id));
    const content = await printer.print(document);
    return { filename: `${document.number}.pdf`, contentType: 'application/pdf', content };
  });
  return {
    name: 'invoices',
    migrations,
    commands,
    prepare: async () => {
      await archive.check();
    },
    jobs: [mailJob({ db, archive, mail }), correctTaxJob({ db, clock, invoices, isBillingHeld })],
    recurring: [mailRegularly(mail), extendRegularly(archive, mail), mendRegularly(archive)],
    metrics: archiveMetrics(gate),
    checks: [{ name: 'document archive', check: series.check }],
    today: [overdueInvoices],
    invoices,
    printer,
    operator: { invoices: operator, charges, series },
  };
}
