import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Notes that the law requires on an invoice. */
export const texts = defineTexts('document', {
  smallBusiness: 'No VAT is charged: exemption for small businesses.',
  reverseCharge: 'Reverse charge: the recipient is liable for the VAT (Articles 44 and 196 of Directive 2006/112/EC).',
  outside: 'No VAT is charged: the place of supply is where the recipient is.',
});
