const FAILED = 'Nothing was changed';

export const texts = {
  confirm: {
    tab: 'Confirm your address · Hostler',
    title: 'Confirm your e-mail address',
    text: 'From then on you sign in with this address, and mail goes there.',
    button: 'Confirm address',
    doneTitle: 'Your address is changed',
    done: 'Sign in with the new address from now on.',
    failed: FAILED,
    gone: 'Sign in and ask for a new one.',
  },
  undo: {
    tab: 'Undo the change · Hostler',
    title: 'Undo the change of your e-mail address',
    text: 'Your old address is yours again and everybody is signed out. Choose a new password then: somebody may know the one you have.',
    button: 'Undo the change',
    doneTitle: 'The change is undone',
    done: 'You sign in with your old address. Choose a new password before you do anything else.',
    failed: FAILED,
    gone: 'Reset your password, and write to us.',
  },
};
