import type { PayingCustomer } from '../../../engines/payment/driver.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { Links } from '../../../kernel/mail/links.ts';
import type { Mailer } from '../../../kernel/mail/mailer.ts';
import type { InvoiceService } from '../invoices/index.ts';
import type { OnFailed } from './charging/outcome.ts';

interface Dependencies {
  mailer: Mailer;
  links: Links;
  invoices: Pick<InvoiceService, 'find'>;
  customerOf: (accountId: number) => Query<PayingCustomer>;
}

const ADVICE = {
  soft: 'It is tried again in some days. You can also pay now, or with another card.',
  hard: 'It is not tried again. Please pay with another card.',
  action_required: 'Please pay on the billing page, where your bank can ask you to confirm it.',
};

/**
 * Tells the customer of a charge that failed while they were not there, and is still to be paid. Who pressed the button sees it
 * by themselves.
 */
export function tellOfDecline({ mailer, links, invoices, customerOf }: Dependencies): OnFailed {
  return function* tell(accountId, { id, key, invoice_id, method, failure, failure_kind }, at) {
    if (!key?.includes(':charge:')) return;
    if (invoice_id !== null && (yield* invoices.find(accountId, invoice_id)).amount_due <= 0) return;
    const { email: to } = yield* customerOf(accountId);
    const letter = {
      subject: 'Your payment was declined',
      paragraphs: [failure ?? 'The payment failed.', ADVICE[failure_kind ?? 'soft']],
      facts: [['Method', method]] as const,
      action: { label: 'Pay now', url: links.to('/billing') },
    };
    yield* mailer.queue({ kind: 'payment-declined', cause: `payment ${id}`, to, letter, nature: 'notice', now: at });
  };
}
