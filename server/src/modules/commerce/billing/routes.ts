import { list, type Route } from '../../../kernel/http/route.ts';
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
  ];
}
