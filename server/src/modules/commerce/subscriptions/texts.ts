import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Lines of invoices. */
export const texts = defineTexts('document', {
  setup: '{name}: setup',
  coupon: '{name}: coupon {code}',
  hours: '{name}: hours in {month}',
  countedHours: '{name}: {hours} hours in {month}',
  change: '{name}: from {before} to {after}',
  address: '{name}: extra address {address} in {month}',
  traffic:
    '{name}: {used, plural, other {#}} GB of traffic beyond the included {included, plural, other {#}} GB in {month}',
});
