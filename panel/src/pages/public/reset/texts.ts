export const texts = {
  tab: 'New password',
  forgot: {
    title: 'Forgot your password?',
    text: 'We send you a link to choose a new one. The link works once and expires in one hour.',
    email: 'E-mail',
    send: 'Send link',
    sentTitle: 'Check your inbox',
    sent: (email: string) => `If ${email} has a login here, we sent an e-mail to it.`,
    again: 'Use another address',
    failed: 'The link was not sent',
  },
  choose: {
    title: 'Choose a new password',
    password: 'New password',
    save: 'Save password',
    doneTitle: 'Your password was changed',
    done: 'All sessions were signed out. If you use a second factor, it is unchanged.',
    failed: 'The password was not changed',
    askAgain: 'Request another link',
  },
  signIn: 'Sign in',
  back: 'Back to sign-in',
};
