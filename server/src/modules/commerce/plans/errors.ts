import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  plan_name_taken: { code: 'CONFLICT', message: 'A plan named {name} already exists. Choose another name.' },
  plan_changed_concurrently: { code: 'CONFLICT', message: 'This plan was changed concurrently. Try again.' },
});

export const fieldErrors = defineFieldErrors({
  extra_addresses_max_required: 'is required, and must be at least 1.',
  extra_address_price_missing: 'is missing for {currency}, like {currency}:200.',
  plan_name_is_number: 'must not be a number.',
  plan_price_missing: 'is missing: a plan has at least one.',
  plan_too_many: 'must be {max} at most.',
  plan_price_repeated: 'is set twice for {currency}: {period}.',
  only_for_hourly_prices: 'is for hourly prices only.',
  cap_below_hourly_price: 'must not be less than the price of an hour.',
  traffic_price_missing: 'is missing for {currency}, like {currency}:1.',
  traffic_price_not_billed: 'is for plans with traffic_beyond bill only.',
  traffic_included_required: 'is required: traffic without it is unmetered.',
});
