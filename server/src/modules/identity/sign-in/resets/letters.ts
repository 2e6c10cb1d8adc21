import type { Letter } from '#kernel/mail/letter.ts';

export function writeReset(url: string): Letter {
  return {
    subject: 'Choose a new password',
    paragraphs: ['A new password was requested for your login. If you use a second factor, it is not changed.'],
    action: { label: 'Choose a new password', url },
    notes: ['The link works once and expires in one hour. If you did not request this, you can ignore this e-mail.'],
  };
}
