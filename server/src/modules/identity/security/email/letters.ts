import type { Letter } from '../../../../kernel/mail/letter.ts';

/** Goes to the new address, so that only its reader can confirm. */
export function askToConfirm(name: string, url: string): Letter {
  return {
    subject: 'Confirm your new e-mail address',
    paragraphs: [`Hello ${name},`, 'This address is to become the one that you sign in with.'],
    action: { label: 'Confirm this address', url },
    notes: ['The link works once, for 24 hours.', 'If you did not ask for this, do nothing: then nothing changes.'],
  };
}

/** Goes to an address that is already in use. The requester does not learn that. */
export function tellTaken(): Letter {
  return {
    subject: 'Somebody wanted to use this e-mail address',
    paragraphs: [
      'Somebody asked to sign in with this e-mail address, which you sign in with already. Nothing was changed.',
      'If it was you: an address can belong to one person only.',
    ],
  };
}

export function describeRequest(newEmail: string) {
  return {
    subject: 'A new e-mail address was asked for',
    paragraphs: [`Your e-mail address is to become ${newEmail}. It changes when that address is confirmed.`],
  };
}

export function describeChange(newEmail: string, undoUrl: string) {
  return {
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `You sign in with ${newEmail} from now on.`,
      'For 72 hours you can take this back. You are signed out everywhere then, and should choose a new password at once.',
    ],
    action: { label: 'This was not me: take it back', url: undoUrl },
    otherwise: 'If this was you, do nothing.',
  };
}

export function describeArrival() {
  return { subject: 'Your e-mail address is confirmed', paragraphs: ['You sign in with this address from now on.'] };
}

export function describeUndone(oldEmail: string, resetUrl: string) {
  return {
    subject: 'The change of your e-mail address was taken back',
    paragraphs: [`You sign in with ${oldEmail} again, and were signed out everywhere.`],
    action: { label: 'Choose a new password', url: resetUrl },
    otherwise: 'Whoever changed the address may know your password: choose a new one now.',
  };
}
