import { defineTexts } from '../texts/define-texts.ts';

/** Words around every letter. */
export const texts = defineTexts('mail', {
  support: 'Support',
  automatic: 'This is an automatic message; replies to it are not read.',
  copyAddress: 'Or copy this address into your browser:',
});
