import type { Letter } from '#kernel/mail/letter.ts';

/** Goes to the new address, so that only its reader can confirm. */
export function askToConfirm(name: string, url: string): Letter {
  return {
    subject: 'Confirm your new e-mail address',
    paragraphs: [`Hello ${name},`, 'Confirm this address to use it for signing in.'],
    action: { label: 'Confirm this address', url },
    notes: [
      'The link works once and expires in 24 hours.',
      'If you did not request this, you can ignore this e-mail. Nothing changes.',
    ],
  };
}

/** Goes to an address that is already in use. The requester does not learn that. */
export function tellTaken(): Letter {
  return {
    subject: 'A request to use your e-mail address',
    paragraphs: [
      'Another login requested to change its e-mail address to yours. Nothing was changed.',
      'If it was you: each e-mail address can belong to one login only.',
    ],
  };
}

export function describeRequest(newEmail: string) {
  return {
    subject: 'A change of your e-mail address was requested',
    paragraphs: [`Your e-mail address changes to ${newEmail} when that address is confirmed.`],
  };
}

export function describeChange(newEmail: string, undoUrl: string) {
  return {
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `You sign in with ${newEmail} from now on.`,
      'You can undo this change for 72 hours. Undoing it ends all sessions. Then choose a new password immediately.',
    ],
    action: { label: 'This was not me: undo the change', url: undoUrl },
    otherwise: 'If this was you, you can ignore this e-mail.',
  };
}

export function describeArrival() {
  return { subject: 'Your e-mail address is confirmed', paragraphs: ['You sign in with this address from now on.'] };
}

export function describeUndone(oldEmail: string, resetUrl: string) {
  return {
    subject: 'The change of your e-mail address was undone',
    paragraphs: [`You sign in with ${oldEmail} again. All sessions were signed out.`],
    action: { label: 'Choose a new password', url: resetUrl },
    otherwise: 'The person who changed the address may know your password. Choose a new one now.',
  };
}
