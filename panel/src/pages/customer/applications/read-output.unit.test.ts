import { expect, it } from 'vitest';
import { readOutput } from './read-output.ts';

it('removes escape sequences and overwritten lines from terminal output', () => {
  expect(readOutput('\u001b[32mok\u001b[0m\r\n 10 %\r 50 %\r100 %\ndone\n\n')).toBe('ok\n100 %\ndone');
  expect(readOutput('\u001b]0;title\u0007text')).toBe('text');
  expect(readOutput('')).toBe('');
});
