import { expect, it } from 'vitest';
import { toPlainText } from './console-text.ts';

it('removes escape sequences and control characters from a console log', () => {
  const log =
    '\u001b[2J\u001b[1;31mred\u001b[0m\ttab\r\nnext\rline\u0007\u0000\u001b]0;title\u0007 end\u009b31m \u202eolleh\u001b\r\n\n';
  const text = toPlainText(log);
  expect(text).toBe('red\ttab\nnext\nline end olleh');
  expect(toPlainText('')).toBe('');
});
