import type { Database } from '@hostler/database';
import { custom, list, type Route, show } from '#kernel/http/route.ts';
import { Turns } from '#kernel/http/turns.ts';
import {
  INVOICE_ORDERS,
  INVOICE_STATUSES,
  Invoice,
  InvoiceFile,
  type InvoicePrinter,
  type InvoiceService,
} from '../invoices/index.ts';
import type { Subscriptions } from '../subscriptions/index.ts';
import { createBalance } from './balance.ts';
import { Balance } from './schemas.ts';

interface Dependencies {
  db: Database;
  invoices: InvoiceService;
  printer: InvoicePrinter;
  subscriptions: Pick<Subscriptions, 'forecast'>;
}

/** Invoices are printed in a single thread: one per customer at a time, and customers take turns. */
const PRINTING = { each: 1, all: 1, waiting: 20 };
const invoiceId = { aliases: ['invoice_id'], description: 'Identifier of the invoice.' };

export function billingRoutes({ db, invoices, printer, subscriptions }: Dependencies): Route[] {
  const balance = createBalance({ invoices, subscriptions });
  const printing = new Turns(PRINTING);
  return [
    list({
      path: '/billing/invoices',
      access: 'billing.read',
      summary: 'List invoices',
      description: 'Lists the invoices and credit notes of the account, newest first. `search` matches the number.',
      item: Invoice,
      statuses: INVOICE_STATUSES,
      orders: INVOICE_ORDERS,
      *handle({ caller }, page) {
        return yield* invoices.list(caller.account.id, page);
      },
    }),
    show({
      path: '/billing/invoices/show',
      access: 'billing.read',
      summary: 'Get an invoice',
      description: 'Returns one invoice.',
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
      summary: 'Get an invoice as PDF',
      description:
        'Returns an invoice as a PDF file in base64 (A4, PDF/A-3). If a seller is configured, the file embeds the electronic invoice (Factur-X, EN 16931). PDFs of an account are created one at a time, and 20 requests can wait.',
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
    show({
      path: '/billing/balance',
      ofTheMoment: true,
      access: 'billing.read',
      summary: 'Get the balance',
      description:
        'Returns the credit and the open amounts of the account. Credit is applied to the next invoice automatically.',
      data: Balance,
      *handle({ caller, now }) {
        return yield* balance(caller.account.id, now);
      },
    }),
  ];
}
