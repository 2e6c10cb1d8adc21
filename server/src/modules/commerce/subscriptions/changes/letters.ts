import type { WriteLetter } from '#kernel/mail/letter.ts';
import { texts } from './texts.ts';

interface Lapsed {
  /** Name of the subscription. */
  readonly name: string;
  /** The current plan, which the subscription keeps, and the one that was not paid for. */
  readonly plan: string;
  readonly wanted: string;
  /** Number of the invoice. */
  readonly invoice: string;
  /** True if part of the invoice was paid. That amount is now credit. */
  readonly isCredited: boolean;
}

/** Notifies the customer of a change of plan that was not paid in time. */
export function writeLapsed({ name, plan, wanted, invoice, isCredited }: Lapsed, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.subject, { name, plan }),
    paragraphs: [
      say(texts.lapsed, { invoice, wanted, plan }),
      say(isCredited ? texts.credited : texts.nothingToPay),
      say(texts.again, { wanted }),
    ],
    facts: [
      [say(texts.subscription), name],
      [say(texts.plan), plan],
      [say(texts.cancelledInvoice), invoice],
    ],
    action: { label: say(texts.seeSubscriptions), url },
  });
}
