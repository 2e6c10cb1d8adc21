import { expect, it } from 'vitest';
import { say } from '#kernel/texts/say.ts';
import { writeInvitation } from './letters.ts';

const URL = 'https://panel.example.com/invitation#secret';

it.each([
  ['Acme', 'Jo', 'You are invited to Acme', 'Jo invites you to Acme.'],
  ['Acme', null, 'You are invited to Acme', 'You are invited to Acme.'],
  [null, 'Jo', 'You are invited', 'Jo invites you to work here.'],
  [null, null, 'You are invited', 'You are invited to work here.'],
])('an invitation to account %s by %s names both if they are set', (account, inviter, subject, sentence) => {
  const letter = writeInvitation(account, inviter, URL)(say('en'));
  expect(letter).toMatchObject({ subject, paragraphs: [sentence], action: { url: URL } });
});
