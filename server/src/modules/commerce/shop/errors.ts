import { defineFieldErrors } from '#kernel/define-errors.ts';

export const fieldErrors = defineFieldErrors({
  shop_country_unknown: 'must be a two-letter ISO 3166 country code, like DE.',
  not_available_for_plan: 'is not available for {plan}.',
});
