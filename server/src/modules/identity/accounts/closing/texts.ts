import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  subject: 'Your account {account} is closed',
  closed:
    'We closed your account {account}. Its subscriptions are cancelled. Servers, databases, mailboxes, DNS zones and API keys are switched off.',
  stillOpen:
    'You can still sign in to the panel to download your invoices, pay the last one and write tickets. If you have credit, or think that this is wrong, open a ticket.',
  reason: 'Reason',
  openInvoices: 'Open your invoices',
});
