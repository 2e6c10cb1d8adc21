import type { Letter } from '#kernel/mail/letter.ts';

/** Goes to any address that a stranger types, so it quotes nothing that was typed. */
export function writeConfirmation(url: string): Letter {
  return {
    subject: 'Confirm your address',
    paragraphs: ['Welcome. Open this link to confirm your e-mail address and create your account.'],
    action: { label: 'Confirm', url },
    notes: ['The link works once and expires in 24 hours. If you did not sign up, you can ignore this e-mail.'],
  };
}

/** Goes to the owner of an existing account. The requester learns nothing. */
export function writeKnown(url: string): Letter {
  return {
    subject: 'You already have an account',
    paragraphs: [
      'A sign-up was requested for this e-mail address, which already has an account. Sign in, or reset your password if you have forgotten it.',
    ],
    action: { label: 'Sign in', url },
    notes: ['If you did not request this, you can ignore this e-mail.'],
  };
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

export function writeApproved(account: string, url: string): Letter {
  return {
    subject: 'Your account is ready',
    paragraphs: [`${account} was approved. You can order now.`],
    action: { label: 'Open the panel', url },
  };
}
