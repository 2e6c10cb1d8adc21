import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { Payment } from './schemas.ts';
import type { PaymentRow } from './store.ts';

export function viewPayment(row: PaymentRow): Payment {
  const { id, invoice_id, amount, currency, method, status, driver, reference, failure, refunded_amount } = row;
  return {
    id,
    invoice_id,
    amount,
    currency,
    method,
    status,
    driver,
    reference,
    failure,
    refunded_amount,
    created_at: formatTime(row.created_at),
    received_at: formatOptionalTime(row.received_at),
  };
}
