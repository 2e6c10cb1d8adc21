import type { Invoice, Payment } from '@hostler/sdk';

/** Outcome of one invoice. `started`: the provider needs more time. */
export type Outcome =
  | { readonly status: 'paying' | 'paid' | 'started' }
  | { readonly status: 'failed'; readonly reason: string };

/** The requests of paying one invoice. */
export interface PayRequests {
  /** Starts a charge. The server refuses a second one while the first is in progress. */
  start(invoiceId: number): Promise<Pick<Payment, 'id'> | null>;
  /** Returns the newest payments, newest first. */
  listPayments(): Promise<readonly Pick<Payment, 'id' | 'invoice_id' | 'status' | 'failure'>[]>;
  showInvoice(invoiceId: number): Promise<Pick<Invoice, 'amount_due'>>;
  pause(): Promise<void>;
  /** Returns the message of a failed request. */
  describe(error: unknown): string;
}

/** Results are read this often. A payment that takes longer is shown as in progress. */
const MOST_READS = 30;

/**
 * Charges the invoices one after another and reports each outcome. Stops after a failed one, because the same payment
 * method would be declined again, and when `isStopped` returns true.
 */
export async function payEach(
  invoiceIds: readonly number[],
  requests: PayRequests,
  report: (invoiceId: number, outcome: Outcome) => void,
  isStopped: () => boolean,
): Promise<void> {
  for (const id of invoiceIds) {
    if (isStopped()) return;
    report(id, { status: 'paying' });
    const outcome = await payOne(id, requests);
    report(id, outcome);
    if (outcome.status === 'failed') return;
  }
}

async function payOne(invoiceId: number, requests: PayRequests): Promise<Outcome> {
  try {
    const payment = await requests.start(invoiceId);
    return payment ? await followPayment(payment.id, requests) : { status: 'started' };
  } catch (error) {
    return explain(invoiceId, error, requests);
  }
}

async function followPayment(paymentId: number, { listPayments, pause }: PayRequests): Promise<Outcome> {
  for (let reads = 0; reads < MOST_READS; reads++) {
    // The charge is stored, so an unreachable server is asked again.
    const payments = await listPayments().catch(() => []);
    const payment = payments.find(({ id }) => id === paymentId);
    if (payment?.status === 'failed') return { status: 'failed', reason: payment.failure ?? '' };
    if (payment && payment.status !== 'pending') return { status: 'paid' };
    await pause();
  }
  return { status: 'started' };
}

/** A refused request may mean that another tab or the billing run was first. The result of that payment is shown. */
async function explain(invoiceId: number, error: unknown, requests: PayRequests): Promise<Outcome> {
  const reason = requests.describe(error);
  try {
    if ((await requests.showInvoice(invoiceId)).amount_due <= 0) return { status: 'paid' };
    const newest = (await requests.listPayments()).find(({ invoice_id }) => invoice_id === invoiceId);
    return newest?.status === 'pending' ? await followPayment(newest.id, requests) : { status: 'failed', reason };
  } catch {
    return { status: 'failed', reason };
  }
}
