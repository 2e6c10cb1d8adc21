import { expect, it } from 'vitest';
import { toMessages } from './declared.ts';

it('makes one message of the same text in the same context, with all files and notes', () => {
  const text = 'Invoice {number} is {status}.';
  const messages = toMessages([
    { context: 'error', text, file: 'a/errors.ts', note: 'reason: one' },
    { context: 'error', text, file: 'b/errors.ts', note: 'reason: two' },
    { context: 'mail', text, file: 'a/texts.ts' },
  ]);
  expect(Object.values(messages)).toEqual([
    {
      message: text,
      context: 'error',
      origin: [['a/errors.ts'], ['b/errors.ts']],
      comments: ['reason: one', 'reason: two'],
      placeholders: {},
    },
    { message: text, context: 'mail', origin: [['a/texts.ts']], comments: [], placeholders: {} },
  ]);
});
