import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  account_already_closed: { code: 'CONFLICT', message: 'This account is closed already.' },
  account_owes: {
    code: 'CONFLICT',
    message: 'This account owes {amounts}. Collect, credit or write off its open invoices first.',
  },
  account_has_services: {
    code: 'CONFLICT',
    message:
      'This account still has {services}. Remove them first, or cancel them with the account: --cancel-services, in JSON cancel_services.',
  },
});
