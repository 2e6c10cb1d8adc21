import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about changes of plan. */
export const texts = defineTexts('mail', {
  subject: '{name} keeps the plan {plan}',
  lapsed:
    'Invoice {invoice} for the change to {wanted} was not paid in time, so the change has lapsed. Nothing else changes: the subscription goes on with {plan}.',
  credited:
    'The invoice is cancelled by a credit note. The part that you paid is your credit and pays the next invoice.',
  nothingToPay: 'The invoice is cancelled by a credit note. There is nothing to pay.',
  again: 'If you still want {wanted}, change the plan again.',
  subscription: 'Subscription',
  plan: 'Plan',
  cancelledInvoice: 'Cancelled invoice',
  seeSubscriptions: 'See your subscriptions',
});
