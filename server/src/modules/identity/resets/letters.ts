import type { Letter } from '../../../kernel/mail/letter.ts';

export function writeReset(url: string): Letter {
  return {
    subject: 'Choose a new password',
    paragraphs: [
      'Somebody, probably you, asked for a new password. Your second factor, if you have one, stays as it is.',
    ],
    action: { label: 'Choose a new password', url },
    notes: ['The link is good for an hour and for one use. If it was not you, you need not do anything.'],
  };
}
