export const texts = {
  tab: 'Invitation · Hostler',
  title: (account: string) => `Join ${account}`,
  /** Where one joins the staff. */
  house: 'Hostler',
  waiting: 'Invitation',
  role: {
    owner: 'You are invited as an owner: you may do everything in this account.',
    staff: 'You are invited to the staff of this installation.',
    member: 'You are invited as a member, with the rights that the owner has chosen.',
  },
  first: 'Choose how you are called and a password. You sign in with this address.',
  email: 'E-mail',
  name: 'Your name',
  password: 'Password',
  join: 'Join',
  signInFirst: 'You already have a login. Sign in with it, and the account is added to yours.',
  other: (who: string, whom: string) =>
    `You are signed in as ${who}, but the invitation is for ${whom}. Sign out, and open the link again.`,
  signOut: 'Sign out',
  failed: 'You have not joined',
  goneTitle: 'This invitation cannot be used',
  gone: 'It was used already, was withdrawn, or is older than seven days. Ask whoever invited you for another one.',
  broken: 'The link is not whole. Open it again from the mail, or copy all of it.',
  toSignIn: 'Go to sign-in',
  notLoaded: 'The invitation could not be loaded',
};
