import type { Query } from '../../../kernel/db/query.ts';
import type { Clock } from '../../../kernel/time.ts';
import { type Invoice, requireInvoiceOwner } from '../invoices/index.ts';
import type { Payment } from './schemas.ts';
import type { PaymentService } from './service.ts';
import { viewPayment } from './view.ts';

/** How it was paid, where nobody says. */
export const USUAL_METHOD = 'manual';

interface NewPayment {
  invoice_id: number;
  method?: string | undefined;
}

export type PaymentOperatorService = ReturnType<typeof createPaymentOperatorService>;

export function createPaymentOperatorService({ clock, payments }: { clock: Clock; payments: PaymentService }) {
  /** Records that an invoice was paid in full. */
  function* create({ invoice_id, method = USUAL_METHOD }: NewPayment): Query<Payment & { invoice: Invoice }> {
    const accountId = yield* requireInvoiceOwner(invoice_id);
    const { payment, invoice } = yield* payments.pay(accountId, invoice_id, method, clock.now());
    return { ...viewPayment(payment), invoice };
  }

  return { create };
}
