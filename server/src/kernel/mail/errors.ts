import { defineErrors } from '../define-errors.ts';

export const errors = defineErrors({
  mail_not_given_up: {
    code: 'CONFLICT',
    message: 'Mail {id} is {result}. Only mail that was given up can be retried.',
  },
  mail_cannot_be_retried: { code: 'CONFLICT', message: 'Mail {id} cannot be retried. {instead}' },
  mail_just_retried: { code: 'CONFLICT', message: 'Mail {id} was retried just now.' },
  mail_waits: { code: 'CONFLICT', message: 'Mail {id} is waiting to be sent. There is nothing to resend.' },
  mail_blanked: { code: 'CONFLICT', message: 'Mail {id} cannot be resent: {why}' },
  mail_text_not_kept: { code: 'CONFLICT', message: 'Mail {id} cannot be resent: its text is no longer kept.' },
  mail_just_resent: { code: 'CONFLICT', message: 'Mail {id} was resent just now.' },
  mail_recently_resent: {
    code: 'CONFLICT',
    message: 'Mail {id} was resent as mail {copy_id} less than a minute ago, or that mail is still waiting.',
  },
  too_many_test_mails: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many test mails to this address. Try again in an hour.',
  },
});
