import { describe, expect, it } from 'vitest';
import { names } from './etag.ts';

const TAG = 'W/"ours"';

describe('If-None-Match', () => {
  it.each([
    'W/"ours"',
    '"ours"',
    '*',
    '"theirs", W/"ours"',
    'W/"ours","theirs"',
    ' "theirs" ,\t"ours" ',
    ', ,"ours",,',
    '"a,b", "ours"',
    '"", "ours"',
    `"${'x'.repeat(2_000)}", "ours"`,
    '"\xe9", "ours"',
  ])('matches the tag, strong or weak, alone or in a list: %j', (header) => {
    expect(names(header, TAG)).toBe(true);
  });

  it.each(['', '"theirs"', '"OURS"', '"ours ", "our"', '"theirs, ours"', '"theirs,"', '"*"'])(
    'does not match another tag: %j',
    (header) => {
      expect(names(header, TAG)).toBe(false);
    },
  );

  it.each([
    'ours',
    'w/"ours"',
    'W/ "ours"',
    '*, "ours"',
    '"ours", theirs',
    '"ours" "theirs"',
    '"theirs" "ours"',
    '"ours',
    'ours"',
    '"ours";',
    '"ours\u0000"',
    `"${'x'.repeat(3_000)}", "ours"`,
  ])('matches nothing if it is malformed or too long: %j', (header) => {
    expect(names(header, TAG)).toBe(false);
  });

  it('takes time linear in its length', () => {
    for (const piece of ['"', ',', ' ', '\t,', 'W/', '"",', '"" ', 'W/"a", '])
      expect(names(piece.repeat(2_048 / piece.length), TAG)).toBe(false);
  });
});
