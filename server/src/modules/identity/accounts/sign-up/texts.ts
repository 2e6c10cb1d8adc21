import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  confirmSubject: 'Confirm your address',
  confirm: 'Welcome. Open this link to confirm your e-mail address and create your account.',
  confirmAction: 'Confirm',
  confirmNote: 'The link works once and expires in 24 hours. If you did not sign up, you can ignore this e-mail.',
  knownSubject: 'You already have an account',
  known:
    'A sign-up was requested for this e-mail address, which already has an account. Sign in, or reset your password if you have forgotten it.',
  signIn: 'Sign in',
  ignore: 'If you did not request this, you can ignore this e-mail.',
  approvedSubject: 'Your account is ready',
  approved: '{account} was approved. You can order now.',
  openPanel: 'Open the panel',
});
