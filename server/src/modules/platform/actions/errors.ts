import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  action_not_failed: { code: 'CONFLICT', message: 'Action {id} is {status}. Only a failed action can be retried.' },
  action_already_retried: {
    code: 'CONFLICT',
    message: 'Action {id} was retried or repeated since. Look at the newest action of {record}.',
  },
  action_cannot_be_retried: { code: 'CONFLICT', message: 'Action {id} cannot be retried. {instead}' },
  action_record_gone: { code: 'CONFLICT', message: 'The {record} no longer exists, so action {id} cannot be retried.' },
  no_failed_action_with_error: {
    code: 'CONFLICT',
    message: 'No failed action has this error. Another staff member may have retried them.',
  },
  too_many_waiting_actions: {
    code: 'CONFLICT',
    message: 'This resource already has {max} waiting actions. Try again when some of them have ended.',
  },
});

export const fieldErrors = defineFieldErrors({
  record_malformed: 'must be a type and an id, such as "hosting 3".',
});
