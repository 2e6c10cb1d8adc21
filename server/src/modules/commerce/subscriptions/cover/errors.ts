import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  hourly_usage_unpaid: {
    code: 'CONFLICT',
    message:
      'Hourly usage of {used} is not paid yet, and your saved payment method covers {covered}. Pay the open invoices under Billing first.',
  },
  hourly_plan_not_covered: {
    code: 'CONFLICT',
    message:
      'Hourly plans require a saved payment method, or credit for {days} days of all hourly servers: {needed}, and there is {credit}. Add a payment method under Billing → Payment, or add credit.',
  },
});
