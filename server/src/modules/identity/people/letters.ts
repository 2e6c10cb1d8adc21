import type { Letter } from '../../../kernel/mail/letter.ts';
import { hasLink } from '../../../kernel/name.ts';

/** Mails about the members of an account. */

/** Invitations go to any address, so a name that contains a link is replaced. Older names may contain one. */
function withoutLink(name: string, instead: string): string {
  return hasLink(name) ? instead : name;
}

export function writeInvitation(accountName: string | null, inviterName: string | null, url: string): Letter {
  const account = accountName && withoutLink(accountName, 'an account');
  const inviter = inviterName && withoutLink(inviterName, 'Somebody');
  const what = account === null ? 'to work here' : `to ${account}`;
  return {
    subject: account === null ? 'You are invited' : `You are invited to ${account}`,
    paragraphs: [inviter === null ? `You are invited ${what}.` : `${inviter} invites you ${what}.`],
    action: { label: 'Accept the invitation', url },
    notes: ['The link is good for 7 days and for one use. If you did not expect it, you need not do anything.'],
  };
}

export function writeOwnershipOffer(account: string, offerer: string, url: string): Letter {
  return {
    subject: `You are offered the ownership of ${account}`,
    paragraphs: [
      `${offerer} wants you to be an owner of ${account}. Owners may do everything, with its people and its money too.`,
      'Nothing changes before you accept it in the panel.',
    ],
    action: { label: 'Open the panel', url },
  };
}

export function writeNewOwner(account: string, owner: string, url: string): Letter {
  return {
    subject: `${account} has a new owner`,
    paragraphs: [`${owner} has accepted to be an owner of ${account}.`],
    action: { label: 'See the people', url },
  };
}

export function writeRemoval(account: string): Letter {
  return {
    subject: `You no longer belong to ${account}`,
    paragraphs: [
      `You were removed from ${account}. What you could do in it has ended, and so have the API keys that you made there.`,
    ],
  };
}
