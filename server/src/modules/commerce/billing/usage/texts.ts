import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about hourly usage. */
export const texts = defineTexts('mail', {
  usageSubject: 'Hourly servers: {level} % of the covered amount is used',
  usage:
    'The unpaid usage of your hourly servers is {used}. This is at least {level} % of the {covered} that are covered.',
  thenCharged:
    'When all of it is used, the usage is invoiced and charged to your saved payment method. If the charge fails, the servers are suspended, on {day} at the earliest. Suspended servers are switched off, keep their data and cost nothing.',
  thenSuspended:
    'When all of it is used, the servers are suspended, on {day} at the earliest. Suspended servers are switched off, keep their data and cost nothing.',
  payOrAddCredit: 'Pay your open invoices or add credit to keep them running.',
  addCreditOrMethod: 'Add credit or save a payment method to keep them running.',
  notInvoiced: 'Used and not invoiced',
  notPaid: 'Invoiced and not paid',
  credit: 'Credit',
  coveredByMethod: 'Covered by your payment method',
  notBefore: 'Not suspended before',
  openBilling: 'Open billing',
  suspendedSubject: 'Hourly servers are suspended: usage is not covered',
  suspended:
    'The usage of your hourly servers is no longer covered. They were suspended today, as announced. They are switched off, keep their data and cost nothing.',
  startAgain: 'They start again as soon as invoice {number} is paid.',
  invoice: 'Invoice',
  toPay: 'To pay',
  payInvoice: 'Pay the invoice',
});
