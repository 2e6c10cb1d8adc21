import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  no_vat_id_to_confirm: { code: 'CONFLICT', message: 'This account has no EU VAT id to confirm.' },
  account_currency_fixed: {
    code: 'CONFLICT',
    message: 'The currency of this account is {currency}. Plans in {other} cannot be ordered.',
  },
});

export const fieldErrors = defineFieldErrors({
  vat_id_prefix_wrong: 'must begin with the country prefix {prefix}, followed by letters and digits.',
  country_code_unknown: 'must be a two-letter ISO 3166 country code, like FR.',
  state_required: 'is required for addresses in {country}. Set it to the ISO 3166-2 code, like {example}.',
  state_unknown: 'must be the ISO 3166-2 code of a state in {country} without the country, like {example}.',
  state_not_used: 'is only for addresses in {countries}. Set it to null.',
  vat_id_only_for_businesses: 'is only for businesses. Set kind to business, or remove vat_id.',
  country_required_for_vat_id: 'is required to verify the VAT id.',
  amount_not_whole_or_zero: 'must be a whole number of minor units, 0 or more.',
});
