const FAILED = 'Your e-mail address was not changed';

export const texts = {
  confirm: {
    tab: 'Confirm your address',
    title: 'Confirm your e-mail address',
    text: 'After this you sign in with this address and receive e-mails there.',
    button: 'Confirm address',
    doneTitle: 'Your address was changed',
    done: 'Use the new address to sign in.',
    failed: FAILED,
    gone: 'Sign in and request a new link.',
  },
  undo: {
    tab: 'Undo the change',
    title: 'Undo the change of your e-mail address',
    text: 'This restores your old address and ends all sessions. Then choose a new password, because your current one may be compromised.',
    button: 'Undo the change',
    doneTitle: 'The change was undone',
    done: 'Sign in with your old address and choose a new password immediately.',
    failed: 'The change was not undone',
    gone: 'Reset your password and write to support.',
  },
};
