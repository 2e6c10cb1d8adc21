import type { WriteLetter } from '#kernel/mail/letter.ts';
import { hasLink } from '#kernel/name.ts';
import type { Say } from '#kernel/texts/say.ts';
import { texts } from './texts.ts';

/** Mails about the members of an account. */

/** Invitations go to any address, so a name that contains a link is replaced. Older names may contain one. */
function withoutLink(name: string, instead: string): string {
  return hasLink(name) ? instead : name;
}

export function writeInvitation(accountName: string | null, inviterName: string | null, url: string): WriteLetter {
  return (say) => {
    const account = accountName && withoutLink(accountName, say(texts.someAccount));
    const inviter = inviterName && withoutLink(inviterName, say(texts.someMember));
    return {
      subject: account === null ? say(texts.invitedSubject) : say(texts.invitedToSubject, { account }),
      paragraphs: [sayInvited(account, inviter, say)],
      action: { label: say(texts.acceptInvitation), url },
      notes: [say(texts.invitationNote)],
    };
  };
}

function sayInvited(account: string | null, inviter: string | null, say: Say): string {
  if (account === null) return inviter === null ? say(texts.invited) : say(texts.invitedBy, { inviter });
  return inviter === null ? say(texts.invitedTo, { account }) : say(texts.invitedByTo, { inviter, account });
}

export function writeOwnershipOffer(account: string, offerer: string, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.offerSubject, { account }),
    paragraphs: [say(texts.offer, { offerer, account }), say(texts.offerWaits)],
    action: { label: say(texts.openPanel), url },
  });
}

export function writeNewOwner(account: string, owner: string, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.newOwnerSubject, { account }),
    paragraphs: [say(texts.newOwner, { owner, account })],
    action: { label: say(texts.showPeople), url },
  });
}

export function writeRemoval(account: string): WriteLetter {
  return (say) => ({
    subject: say(texts.removedSubject, { account }),
    paragraphs: [say(texts.removed, { account })],
  });
}
