import type { Database } from '../../../kernel/db/database.ts';
import { custom, list, type Route, show } from '../../../kernel/http/route.ts';
import { Turns } from '../../../kernel/http/turns.ts';
import { INVOICE_STATUSES, Invoice, InvoiceFile, type InvoicePrinter, type InvoiceService } from '../invoices/index.ts';

interface Dependencies {
  db: Database;
  invoices: InvoiceService;
  printer: InvoicePrinter;
}

/** One thread makes them: each customer has one made at a time, and those who wait have turns. */
const PRINTING = { each: 1, all: 1, waiting: 20 };
const invoiceId = { aliases: ['invoice_id'], description: 'The invoice.' };

export function billingRoutes({ db, invoices, printer }: Dependencies): Route[] {
  const printing = new Turns(PRINTING);
  return [
    list({
      path: '/billing/invoices',
      access: 'billing.read',
      summary: 'List invoices',
      description: 'Those of all subscriptions. The search looks at the number.',
      item: Invoice,
      statuses: INVOICE_STATUSES,
      *handle({ caller }, page) {
        return yield* invoices.list(caller.account.id, page);
      },
    }),
    show({
      path: '/billing/invoices/show',
      access: 'billing.read',
      summary: 'Show an invoice',
      description: 'As the list shows it.',
      id: invoiceId,
      data: Invoice,
      *handle({ caller, id }) {
        return yield* invoices.find(caller.account.id, id);
      },
    }),
    custom({
      method: 'GET',
      path: '/billing/invoices/pdf',
      access: 'billing.read',
      summary: 'Get an invoice as a PDF',
      description:
        'As it was issued, A4, PDF/A-3; where the seller is known with the electronic invoice inside (Factur-X, EN 16931). One is made at a time for an account; 20 may wait.',
      id: invoiceId,
      data: InvoiceFile,
      errors: ['RATE_LIMIT_EXCEEDED'],
      async handle({ caller, id }, { inTurn, signal }) {
        const document = await inTurn(() => db.read(invoices.documentOf(caller.account.id, id)));
        const client = {
          get destroyed() {
            return signal.aborted;
          },
        };
        const pdf = await printing.run(caller.account.id, () => printer.print(document), client);
        const filename = `${document.number}.pdf`;
        return { filename, content_type: 'application/pdf', content: pdf.toString('base64') };
      },
    }),
  ];
}
