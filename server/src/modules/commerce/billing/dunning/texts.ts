import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Reminders of unpaid invoices. */
export const texts = defineTexts('mail', {
  invoice: 'Invoice',
  amountDue: 'Amount due',
  wasDueOn: 'Was due on',
  suspensionOn: 'Suspension on',
  seeAndPay: 'See it and pay',
  ignore: 'If you have paid in the last few days, you can ignore this e-mail. The payment may still be pending.',
  stillToPay: 'Invoice {number} was due on {day}, and {amount} is still to be paid.',
  reminderSubject: 'Invoice {number} is not paid yet',
  warningSubject: 'Invoice {number}: services will be suspended on {day}',
  warning:
    'If it is not paid by then, the services on it are suspended on {day}: servers are switched off and keep their data. They resume as soon as the invoice is paid.',
  suspensionSubject: 'Services are suspended: invoice {number} is not paid',
  suspended:
    'Invoice {number} was due on {day} and is not paid. The services on it were suspended today, as announced: servers are switched off and keep their data.',
  resume: 'They resume as soon as the invoice is paid.',
  deletion:
    'If the invoice is not paid, the services are terminated from {day} on, and servers are deleted after a last backup.',
});
