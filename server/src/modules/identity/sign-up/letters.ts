import type { Letter } from '../../../kernel/mail/letter.ts';

/** Goes to any address that a stranger types, so it quotes nothing that was typed. */
export function writeConfirmation(url: string): Letter {
  return {
    subject: 'Confirm your address',
    paragraphs: ['Welcome. With this link you confirm your address, and your account is created.'],
    action: { label: 'Confirm', url },
    notes: ['The link is good for 24 hours and for one use. If it was not you, you need not do anything.'],
  };
}

/** Goes to the owner of an existing account. The requester learns nothing. */
export function writeKnown(url: string): Letter {
  return {
    subject: 'You have an account already',
    paragraphs: [
      'Somebody, probably you, wanted to sign up with this address. It has an account already: sign in, or choose a new password if you have forgotten yours.',
    ],
    action: { label: 'Sign in', url },
    notes: ['If it was not you, you need not do anything.'],
  };
}

export function writeWaiting(account: string, id: number): Letter {
  return {
    subject: `${account} waits for approval`,
    paragraphs: [
      `${account} (account ${id}) has signed up and confirmed the address. Until you approve it, it can look and order nothing.`,
      `hostler account approve --id ${id}`,
    ],
  };
}

export function writeApproved(account: string, url: string): Letter {
  return {
    subject: 'Your account is ready',
    paragraphs: [`We have looked at ${account}: you can order now.`],
    action: { label: 'Open the panel', url },
  };
}
