export const texts = {
  tab: 'New password · Hostler',
  forgot: {
    title: 'Forgot your password?',
    text: 'We send you a link with which you can choose a new one. It works once and for an hour.',
    email: 'E-mail',
    send: 'Send link',
    sentTitle: 'Look into your mail',
    sent: (email: string) => `If ${email} belongs to somebody here, a mail is on its way there.`,
    again: 'Use another address',
    failed: 'The mail was not asked for',
  },
  choose: {
    title: 'Choose a new password',
    password: 'New password',
    save: 'Save password',
    doneTitle: 'Your password is changed',
    done: 'You have been signed out everywhere. Your second factor, if you have one, stays as it is.',
    failed: 'The password was not changed',
    askAgain: 'Ask for another link',
  },
  signIn: 'Sign in',
  back: 'Back to sign-in',
};
