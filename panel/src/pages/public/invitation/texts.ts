import { t } from '@lingui/core/macro';
import { brand } from '../../../theme/brand.ts';

export const texts = {
  tab: t`Invitation`,
  title: (account: string) => t`Join ${account}`,
  /** Shown in place of an account name when the invitation is to the staff. */
  installation: brand.productName,
  waiting: t`Invitation`,
  role: {
    owner: t`You are invited as an owner with full access to this account.`,
    staff: t`You are invited to the staff of this installation.`,
    member: t`You are invited as a member with the permissions chosen by the owner.`,
  },
  first: t`Enter your name and choose a password. You sign in with this e-mail address.`,
  email: t`E-mail`,
  name: t`Your name`,
  password: t`Password`,
  join: t`Join`,
  signInFirst: t`You already have a login. Sign in to add this account to it.`,
  other: (who: string, whom: string) =>
    t`You are signed in as ${who}, but the invitation is for ${whom}. Sign out and open the link again.`,
  signOut: t`Sign out`,
  failed: t`You have not joined`,
  goneTitle: t`This invitation cannot be used`,
  gone: t`The invitation was already used, withdrawn, or expired after 7 days. Ask for a new one.`,
  broken: t`The link is incomplete. Open it again from the e-mail, or copy all of it.`,
  toSignIn: t`Go to sign-in`,
  notLoaded: t`The invitation could not be loaded`,
};
