import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  subject: 'Choose a new password',
  requested: 'A new password was requested for your login. If you use a second factor, it is not changed.',
  note: 'The link works once and expires in one hour. If you did not request this, you can ignore this e-mail.',
});
