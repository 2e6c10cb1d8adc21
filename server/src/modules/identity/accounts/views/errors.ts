import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  view_ended: { code: 'UNAUTHORIZED', message: 'The view of this account has ended. Begin a new one in the console.' },
  too_many_open_views: { code: 'CONFLICT', message: 'You have {max} open views. End one of them first.' },
  view_has_ended: { code: 'CONFLICT', message: 'This view has ended. Begin a new one.' },
  only_owners_delay_disclosure: {
    code: 'FORBIDDEN',
    message: 'Only owners can delay the disclosure of a view. Leave out disclose_at.',
  },
});

export const fieldErrors = defineFieldErrors({
  delay_reason_required: 'is required with disclose_at.',
  disclose_at_required: 'is required with delay_reason.',
  disclose_at_out_of_range: 'must be in the future, at most 365 days from now.',
});
