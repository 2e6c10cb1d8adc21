import type { Letter } from '#kernel/mail/letter.ts';
import { hasLink } from '#kernel/name.ts';

/** Mails about the members of an account. */

/** Invitations go to any address, so a name that contains a link is replaced. Older names may contain one. */
function withoutLink(name: string, instead: string): string {
  return hasLink(name) ? instead : name;
}

export function writeInvitation(accountName: string | null, inviterName: string | null, url: string): Letter {
  const account = accountName && withoutLink(accountName, 'an account');
  const inviter = inviterName && withoutLink(inviterName, 'A member');
  const what = account === null ? 'to work here' : `to ${account}`;
  return {
    subject: account === null ? 'You are invited' : `You are invited to ${account}`,
    paragraphs: [inviter === null ? `You are invited ${what}.` : `${inviter} invites you ${what}.`],
    action: { label: 'Accept the invitation', url },
    notes: [
      'The link works once and expires in 7 days. If you did not expect this invitation, you can ignore this e-mail.',
    ],
  };
}

export function writeOwnershipOffer(account: string, offerer: string, url: string): Letter {
  return {
    subject: `You are invited to become an owner of ${account}`,
    paragraphs: [
      `${offerer} invites you to become an owner of ${account}. Owners have full access, including people and billing.`,
      'Nothing changes until you accept in the panel.',
    ],
    action: { label: 'Open the panel', url },
  };
}

export function writeNewOwner(account: string, owner: string, url: string): Letter {
  return {
    subject: `${account} has a new owner`,
    paragraphs: [`${owner} is now an owner of ${account}.`],
    action: { label: 'Show people', url },
  };
}

export function writeRemoval(account: string): Letter {
  return {
    subject: `You were removed from ${account}`,
    paragraphs: [`You no longer have access to ${account}. The API keys that you created in it were revoked.`],
  };
}
