import { brand } from '../../../theme/brand.ts';

export const texts = {
  tab: 'Invitation',
  title: (account: string) => `Join ${account}`,
  /** Shown in place of an account name when the invitation is to the staff. */
  installation: brand.productName,
  waiting: 'Invitation',
  role: {
    owner: 'You are invited as an owner with full access to this account.',
    staff: 'You are invited to the staff of this installation.',
    member: 'You are invited as a member with the permissions chosen by the owner.',
  },
  first: 'Enter your name and choose a password. You sign in with this e-mail address.',
  email: 'E-mail',
  name: 'Your name',
  password: 'Password',
  join: 'Join',
  signInFirst: 'You already have a login. Sign in to add this account to it.',
  other: (who: string, whom: string) =>
    `You are signed in as ${who}, but the invitation is for ${whom}. Sign out and open the link again.`,
  signOut: 'Sign out',
  failed: 'You have not joined',
  goneTitle: 'This invitation cannot be used',
  gone: 'It was already used, was withdrawn or has expired after 7 days. Ask for a new invitation.',
  broken: 'The link is incomplete. Open it again from the e-mail, or copy all of it.',
  toSignIn: 'Go to sign-in',
  notLoaded: 'The invitation could not be loaded',
};
