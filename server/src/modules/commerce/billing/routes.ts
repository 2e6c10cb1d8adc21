import { list, type Route, show } from '../../../kernel/http/route.ts';
import { INVOICE_STATUSES, Invoice, type InvoiceService } from '../invoices/index.ts';

export function billingRoutes(invoices: InvoiceService): Route[] {
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
      id: { aliases: ['invoice_id'], description: 'The invoice.' },
      data: Invoice,
      *handle({ caller, id }) {
        return yield* invoices.find(caller.account.id, id);
      },
    }),
  ];
}
