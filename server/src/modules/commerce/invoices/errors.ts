import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  credit_note_of_credit_note: { code: 'CONFLICT', message: '{number} is a credit note itself.' },
  nothing_left_to_credit: { code: 'CONFLICT', message: 'Invoice {number} is already fully credited.' },
  less_left_to_credit: { code: 'CONFLICT', message: 'Only {left} of invoice {number} can still be credited.' },
  credit_line_repeated: { code: 'CONFLICT', message: 'Line {line} of invoice {number} was credited before.' },
  period_already_invoiced: { code: 'CONFLICT', message: 'This period was invoiced before.' },
  invoice_overpaid: { code: 'CONFLICT', message: 'Invoice {number} has {due} due; {amount} is more than that.' },
  invoice_less_paid: {
    code: 'CONFLICT',
    message: 'Payments of invoice {number} are {paid}; {amount} cannot be reversed.',
  },
  invoice_nothing_due: { code: 'CONFLICT', message: 'Invoice {number} is {status}. Nothing is due.' },
  amount_not_whole: { code: 'CONFLICT', message: 'The amount must be a whole number of minor units above 0.' },
});

export const fieldErrors = defineFieldErrors({
  credit_lines_unknown: 'must name lines of the invoice, from 1 to {max}.',
  credit_amount_not_whole: 'must be a whole number of minor units above 0.',
  credit_amount_or_lines: 'or lines can be set, but not both.',
});
