import { t } from '@lingui/core/macro';

export const texts = {
  tab: t`New password`,
  forgot: {
    title: t`Forgot your password?`,
    text: t`We send you a link to choose a new one. The link works once and expires in one hour.`,
    email: t`E-mail`,
    send: t`Send link`,
    sentTitle: t`Check your inbox`,
    sent: (email: string) => t`If ${email} has a login here, we sent an e-mail to it.`,
    again: t`Use another address`,
    failed: t`The link was not sent`,
  },
  choose: {
    title: t`Choose a new password`,
    password: t`New password`,
    save: t`Save password`,
    doneTitle: t`Your password was changed`,
    done: t`All sessions were signed out. If you use a second factor, it is unchanged.`,
    failed: t`The password was not changed`,
    askAgain: t`Request another link`,
  },
  signIn: t`Sign in`,
  back: t`Back to sign-in`,
};
