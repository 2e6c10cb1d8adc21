import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  invoices_cannot_be_issued: {
    code: 'CONFLICT',
    message: 'Invoices cannot be issued at the moment. Nothing was ordered or charged; try again later.',
  },
  series_has_documents: { code: 'CONFLICT', message: '{series} has documents already. Its numbers cannot have a gap.' },
  series_number_not_lower: {
    code: 'CONFLICT',
    message: 'The next number of {series} is {next}. It cannot be lowered.',
  },
  invoice_not_on_hold: { code: 'CONFLICT', message: 'Invoice {number} is not on hold.' },
});
