import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  invoice_email_invalid: {
    code: 'CONFLICT',
    message: '{email} is not a valid e-mail address. Change it with hostler account tax.',
  },
  invoice_email_too_many: {
    code: 'CONFLICT',
    message: '{email} has received too many mails in the last hour. Try again later.',
  },
});
