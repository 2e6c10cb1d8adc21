import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about payments. */
export const texts = defineTexts('mail', {
  declinedSubject: 'Your payment was declined',
  failed: 'The payment failed.',
  retried: 'We retry the charge in a few days. You can also pay now or with another card.',
  notRetried: 'We do not retry the charge. Please pay with another card.',
  actionRequired: 'Your bank requires a confirmation. Please pay on the billing page and confirm there.',
  changeWaits:
    'Your plan stays as it is until the invoice of the change is paid. Pay it on the billing page, or withdraw the change.',
  method: 'Method',
  payNow: 'Pay now',
  orderUnpaidSubject: 'Your order is not paid',
  notCharged: 'Your card was authorised for your order, but not charged.',
  payToKeep:
    'Nothing was taken from your card. Pay the invoice on the billing page to keep the order. An unpaid order is cancelled.',
  invoice: 'Invoice',
  amount: 'Amount',
  receivedSubject: 'We received your payment of {amount}',
  thanks: 'Thank you. We received your payment of {amount}.',
  receivedOn: 'Received on',
  openBilling: 'Open billing',
  paysOpen: 'It pays your open invoices first. The rest is credit for the next invoice.',
  invoicePaid: 'Invoice {number} is paid.',
  stillToPay: '{amount} of invoice {number} is still to be paid.',
});
