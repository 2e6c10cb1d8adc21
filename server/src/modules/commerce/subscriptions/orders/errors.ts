import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  billing_address_missing: {
    code: 'CONFLICT',
    message:
      'This account has no complete billing address, which decides the tax of the invoice. Add street, postal code, city and country in the panel under Billing → Billing details, then order again.',
  },
  trial_needs_funds: {
    code: 'CONFLICT',
    message: 'A trial requires a saved payment method or credit. Add one under Billing → Payment.',
  },
  order_not_pending: {
    code: 'CONFLICT',
    message: 'Subscription {id} is {status}. Only a pending order can be retried.',
  },
  order_in_review: {
    code: 'CONFLICT',
    message: 'Subscription {id} is in review. Approve the order first: hostler order list --status in_review',
  },
  order_waits_for_payment: {
    code: 'CONFLICT',
    message: 'Subscription {id} waits for its payment. It is delivered when its first invoice is paid.',
  },
  order_server_being_created: {
    code: 'CONFLICT',
    message: 'The server of subscription {id} is already being created. Wait for the result.',
  },
  plan_without_account_currency: {
    code: 'CONFLICT',
    message: 'The currency of this account is {currency}, and {plan} has no price in it. Choose another plan.',
  },
  plan_of_order_sold_out: { code: 'CONFLICT', message: '{plan} is sold out. Choose another plan, or try again later.' },
  source_of_another_kind: {
    code: 'CONFLICT',
    message: 'This {source} is of a {source_kind}, and {plan} is a {plan_kind}. Choose another plan.',
  },
  source_disk_too_large: {
    code: 'CONFLICT',
    message: 'The disk of this {source} has {disk} GB, and {plan} has {plan_disk} GB. Choose a larger plan.',
  },
});

export const fieldErrors = defineFieldErrors({
  period_not_available: 'is not available for {plan} in {currency}.',
  not_currency_of_account: 'must be {currency}, the currency of this account.',
  not_currency_of_plan: 'must be a currency that {plan} has a price in: {currencies}.',
  login_without_key: 'must have a key to log in with.',
  image_with_source: 'must be omitted: the disk comes from the {source}.',
});
