import type { Letter, WriteLetter } from '#kernel/mail/letter.ts';
import { texts } from './texts.ts';

/** Goes to any address that a stranger types, so it quotes nothing that was typed. */
export function writeConfirmation(url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.confirmSubject),
    paragraphs: [say(texts.confirm)],
    action: { label: say(texts.confirmAction), url },
    notes: [say(texts.confirmNote)],
  });
}

/** Goes to the owner of an existing account. The requester learns nothing. */
export function writeKnown(url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.knownSubject),
    paragraphs: [say(texts.known)],
    action: { label: say(texts.signIn), url },
    notes: [say(texts.ignore)],
  });
}

export function writeWaiting(account: string, id: number): Letter {
  return {
    subject: `${account} is waiting for approval`,
    paragraphs: [
      `${account} (account ${id}) has signed up and confirmed its e-mail address. It cannot order until you approve it.`,
      'Decide in the console under Orders, or run:',
      `hostler account approve --id ${id}`,
    ],
  };
}

export function writeApproved(account: string, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.approvedSubject),
    paragraphs: [say(texts.approved, { account })],
    action: { label: say(texts.openPanel), url },
  });
}
