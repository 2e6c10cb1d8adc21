import type { PanelCaller } from '#kernel/http/caller.ts';
import { inAccount, type Route, show } from '#kernel/http/route.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { DueInvoices } from './schemas.ts';

export function billingPanelRoutes({ invoices }: { invoices: InvoiceService }): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/billing/due',
        access: 'billing.read',
        summary: 'List due invoices',
        description:
          'Returns the unpaid and overdue invoices of the account, soonest due first, up to 100 of each status. Invoices on hold are left out.',
        data: DueInvoices,
        *handle({ caller }) {
          return yield* invoices.listDue(caller.account.id);
        },
      }),
    ),
  ];
}
