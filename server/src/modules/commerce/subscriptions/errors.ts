import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  subscription_overdue: { code: 'CONFLICT', message: 'An invoice of this subscription is overdue. Pay it first.' },
  subscription_suspended: {
    code: 'CONFLICT',
    message: 'This subscription is suspended. Pay its overdue invoices first.',
  },
  subscription_cancelled: { code: 'CONFLICT', message: 'This subscription is cancelled.' },
  plan_not_sold_so: {
    code: 'CONFLICT',
    message: '{plan} is not sold with this billing period or currency. Its prices: {prices}.',
  },
  subscription_server_protected: {
    code: 'CONFLICT',
    message: 'The server {hostname} is protected. Turn its protection off first, or cancel at the end of the period.',
  },
  subscription_server_terminated: {
    code: 'CONFLICT',
    message: 'The server of this subscription is terminated. Order a new one.',
  },
  subscription_not_cancelled: {
    code: 'CONFLICT',
    message: 'This subscription is not cancelled. There is nothing to resume.',
  },
  subscription_already_cancelled: { code: 'CONFLICT', message: 'This subscription is already cancelled.' },
});

export const fieldErrors = defineFieldErrors({
  hostname_required_with_key: 'is required with an SSH key: without a host name no server is created.',
});
