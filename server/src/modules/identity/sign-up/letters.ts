import type { Letter } from '../../../kernel/mail/letter.ts';

/** To an address that anybody can type: nothing that was typed is in it. */
export function writeConfirmation(url: string): Letter {
  return {
    subject: 'Confirm your address',
    paragraphs: ['Welcome. With this link you confirm your address, and your account is created.'],
    action: { label: 'Confirm', url },
    notes: ['The link is good for 24 hours and for one use. If it was not you, you need not do anything.'],
  };
}

/** To who has an account already: whoever typed the address learns nothing. */
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
