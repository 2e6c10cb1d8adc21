import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Lines of credit notes. */
export const texts = defineTexts('document', {
  creditFor: 'Credit for {number}: {reason}',
});

/** Reasons of credit notes that are issued without staff. They are stored in English. */
export const reasons = defineTexts('document', {
  vatIdConfirmed: 'The VAT id was confirmed; invoiced again without tax.',
  orderRefused: 'The order was not accepted.',
  orderCancelled: 'The order was cancelled before its server ran.',
  orderUndelivered: 'The server could not be created in time, so the order was cancelled.',
  changeEnded: 'The subscription was cancelled or suspended before this change of plan was paid.',
  changeLapsed: 'This change of plan was not paid in time.',
  changeReplaced: 'Another change of plan was requested instead.',
  changeWithdrawn: 'This change of plan was withdrawn.',
  changeInNewPeriod: 'A new period began before this change of plan was paid. It is invoiced again for the new period.',
  periodTakenBack: 'The subscription was cancelled before this period began.',
  changeShorter: 'The change of plan was paid later than it was invoiced, so less of the period was left.',
});
