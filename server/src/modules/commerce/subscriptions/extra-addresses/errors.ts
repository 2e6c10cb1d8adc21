import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  addresses_of_unpaid_order: { code: 'CONFLICT', message: 'This order is not paid yet. Pay it first.' },
  plan_without_extra_addresses: { code: 'CONFLICT', message: 'The plan of this server offers no extra addresses.' },
  extra_addresses_added_too_often: {
    code: 'CONFLICT',
    message: '{max} addresses were added to this server in 24 hours. Try again tomorrow.',
  },
  addresses_of_cancelling_subscription: {
    code: 'CONFLICT',
    message: 'This subscription is cancelled at the end of its period. Resume it first.',
  },
  extra_addresses_after_trial: { code: 'CONFLICT', message: 'Extra addresses can be added after the free trial.' },
  extra_addresses_not_covered: {
    code: 'CONFLICT',
    message:
      'Extra addresses require a saved payment method, or credit for a month of all of them: {wanted}, and there is {left}. Add a payment method under Billing → Payment, or add credit.',
  },
});
