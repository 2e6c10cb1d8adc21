import type { Letter } from '#kernel/mail/letter.ts';

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
export function writeLapsed({ name, plan, wanted, invoice, isCredited }: Lapsed, url: string): Letter {
  return {
    subject: `${name} keeps the plan ${plan}`,
    paragraphs: [
      `Invoice ${invoice} for the change to ${wanted} was not paid in time, so the change has lapsed. Nothing else changes: the subscription goes on with ${plan}.`,
      isCredited
        ? 'The invoice is cancelled by a credit note. The part that you paid is your credit and pays the next invoice.'
        : 'The invoice is cancelled by a credit note. There is nothing to pay.',
      `If you still want ${wanted}, change the plan again.`,
    ],
    facts: [
      ['Subscription', name],
      ['Plan', plan],
      ['Cancelled invoice', invoice],
    ],
    action: { label: 'See your subscriptions', url },
  };
}
