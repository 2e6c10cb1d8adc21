import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  credit_note_cannot_be_paid: { code: 'CONFLICT', message: '{number} is a credit note and cannot be paid.' },
  bank_line_not_waiting: { code: 'CONFLICT', message: 'Line {line} is {status}: only waiting lines can be dismissed.' },
  bank_line_already_matched: { code: 'CONFLICT', message: 'Line {id} is already matched to payment {payment_id}.' },
  bank_line_does_not_fit: {
    code: 'CONFLICT',
    message: '{problem} Choose another invoice, or add --as-credit to book the rest as credit of account {account_id}.',
  },
});
