import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Receipts of declarations on the public pages. */
export const texts = defineTexts('mail', {
  receivedCancellation: 'We have received your cancellation',
  receivedWithdrawal: 'We have received your withdrawal',
  unmatchedCancellation:
    'We received a cancellation on {time} in which this address was given. Open the link to read, print or save the declaration.',
  unmatchedWithdrawal:
    'We received a withdrawal on {time} in which this address was given. Open the link to read, print or save the declaration.',
  noMatch:
    'Name, e-mail address and contract do not match a contract that we have on file. We check it and get in touch.',
  showDeclaration: 'Show the declaration',
  linkForYear: 'The link is valid for one year. If it was not you, you can ignore this e-mail.',
  receiptOfCancellation: 'This is the receipt for the cancellation that we received:',
  receiptOfWithdrawal: 'This is the receipt for the withdrawal that we received:',
  match: 'The name, e-mail address and contract match our records.',
  notYou:
    'If it was not you, you can ignore this e-mail. The holder of the contract is notified separately and can object.',
  noticeSubject: '{name} was cancelled',
  notice: '{name} was cancelled on our public page on {time}. It continues until {end} and then ends.',
  keep: 'This was not me: keep it',
  linkForObjection: 'The link works once and expires in 14 days. If it was you, no action is needed.',
  received: 'Received: {time}',
  typeCancellation: 'Type: cancellation',
  typeWithdrawal: 'Type: withdrawal',
  name: 'Name: {name}',
  email: 'E-mail: {email}',
  contract: 'Contract: {contract}',
  endDate: 'End date: {day}',
  endOfPeriod: 'End date: end of the paid period',
  reason: 'Reason: {reason}',
});
