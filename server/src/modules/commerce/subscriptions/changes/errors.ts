import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  price_changed_meanwhile: {
    code: 'CONFLICT',
    message: 'The price has changed meanwhile. Nothing was changed; check the preview again.',
  },
  change_of_unpaid_order: {
    code: 'CONFLICT',
    message: 'This order is not paid yet. Pay it first, or cancel it and order something else.',
  },
  plan_sold_out: { code: 'CONFLICT', message: '{plan} is sold out. Choose another plan, or try again later.' },
  plan_without_trial: {
    code: 'CONFLICT',
    message: '{plan} has no free trial. Change the plan after your trial has ended.',
  },
  next_period_already_billed: {
    code: 'CONFLICT',
    message:
      'The next period is already billed with the plan you chose before. Change the plan after that period has begun.',
  },
  subscription_is_cancelling: {
    code: 'CONFLICT',
    message: 'This subscription is cancelled at the end of its period. Resume it first.',
  },
  plan_is_the_same: { code: 'CONFLICT', message: 'This subscription already has this plan. Choose another plan.' },
  billing_rhythm_fixed: {
    code: 'CONFLICT',
    message: 'A subscription cannot change between hourly and prepaid billing. Order a new server instead.',
  },
  plan_of_another_kind: {
    code: 'CONFLICT',
    message: 'A {kind} cannot be changed to a {other}. Order a new server instead.',
  },
  disk_cannot_shrink_to_plan: {
    code: 'CONFLICT',
    message:
      'The disk of this server has {disk} GB, and {plan} has {plan_disk} GB. A disk cannot shrink. Choose a plan with a larger disk.',
  },
  plan_changed_too_often: {
    code: 'CONFLICT',
    message: 'The plan of this subscription was changed {max} times in 24 hours. Try again tomorrow.',
  },
  plan_change_waits_for_invoice: {
    code: 'CONFLICT',
    message: 'This change waits for the payment of invoice {number} already. Pay it, or withdraw the change.',
  },
  no_plan_change_waits: { code: 'CONFLICT', message: 'No change of plan of this subscription waits for a payment.' },
  plan_change_payment_in_progress: {
    code: 'CONFLICT',
    message: 'A payment of invoice {number} is in progress. Wait for its result.',
  },
  plan_not_available_so: {
    code: 'CONFLICT',
    message: '{plan} is not available {rhythm} in {currency}. Choose another plan or period.',
  },
});
