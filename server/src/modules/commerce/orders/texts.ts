import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about orders in review. */
export const texts = defineTexts('mail', {
  approvedSubject: 'Your order of {name} was approved',
  approvedCharging:
    'We have approved your order and charge your card now. Your server is created as soon as the charge succeeds.',
  approvedUnpaid: 'We have approved your order. Your server is created as soon as the first invoice is paid.',
  approvedCreating: 'We have approved your order and are creating your server.',
  openBilling: 'Open billing',
  openPanel: 'Open the panel',
  refusedSubject: 'Your order of {name} was not accepted',
  refused: 'We cannot accept your order. {reason}',
  refusedMoney:
    'The order was cancelled. If you have paid, the amount is returned to the payment method or the credit that it came from.',
  signUpRefusedSubject: 'Your sign-up was not accepted',
  signUpRefused: 'We cannot open the account {name}. {reason}',
});
