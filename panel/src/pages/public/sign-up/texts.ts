import { t } from '@lingui/core/macro';

export const texts = {
  tab: t`Create an account`,
  title: t`Create an account`,
  text: (plan: string) => t`Then you order ${plan}. Nothing is billed before that.`,
  email: t`E-mail`,
  emailHint: t`We send a confirmation link to this address. You sign in with it.`,
  password: t`Password`,
  send: t`Create account`,
  failed: t`The account was not created`,
  haveOne: t`Already have an account?`,
  signIn: t`Sign in`,
  sentTitle: t`Check your inbox`,
  sent: (email: string) =>
    t`We sent a link to ${email}. Open it within 24 hours to create your account. If the address already has an account, the e-mail says so.`,
  again: t`Use another address`,
  closedTitle: t`Sign-up is closed`,
  closed: t`Write to support to get an account. If you were invited, open the link in the invitation e-mail.`,
  confirm: {
    tab: t`Confirm your address`,
    title: t`Confirm your e-mail address`,
    text: t`Confirm the address to create your account.`,
    button: t`Confirm and sign in`,
    passwordHint: t`You signed up in another browser. Enter the password that you chose there.`,
    wrongPassword: t`Wrong password. Enter the password that you chose at sign-up.`,
    failed: t`The account was not created`,
    gone: t`If you already have an account, sign in. Otherwise sign up again.`,
    reviewTitle: t`Your account is under review`,
    review: t`Your account was created. We review it before you can order, and then notify you by e-mail.`,
    toPanel: t`Look around`,
  },
} as const;
