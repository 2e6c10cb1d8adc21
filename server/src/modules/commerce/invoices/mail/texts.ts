import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails with invoices and credit notes. */
export const texts = defineTexts('mail', {
  creditNoteSubject: 'Credit note {number} for {amount}',
  creditNoteIssued: 'We have issued credit note {number}.',
  creditNoteIssuedFor: 'We have issued credit note {number}: {reason}',
  creditNoteUse:
    'It reduces the amount due. Any amount already paid is added to your credit and used for the next invoice.',
  creditNote: 'Credit note',
  amount: 'Amount',
  openBilling: 'Open billing',
  invoiceSubject: 'Invoice {number} for {amount}',
  paidFromCredit: 'Invoice {number} for {amount} was paid from your credit. No action is needed.',
  pleasePay: 'Please pay {amount} by {day}, with {number} as the payment reference.',
  invoice: 'Invoice',
  total: 'Total',
  amountDue: 'Amount due',
  dueOn: 'Due on',
  seeInvoices: 'See your invoices',
  seeAndPay: 'See it and pay',
});
