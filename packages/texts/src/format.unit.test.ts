import { expect, it } from 'vitest';
import { createFormat, keyOf } from './format.ts';
import { packText } from './parse.ts';

const english = createFormat('en');

it('fills placeholders', () => {
  expect(english(packText('Restart {name}?'), { name: 'web1' })).toBe('Restart web1?');
  expect(english(packText('Restart {name}?'), { name: '{name}' })).toBe('Restart {name}?');
});

it('chooses the plural by the rules of the language, and formats the number', () => {
  const servers = packText('{count, plural, =0 {no server} one {# server} other {# servers}} of {name}');
  expect([0, 1, 2, 1200].map((count) => english(servers, { count, name: 'A' }))).toEqual([
    'no server of A',
    '1 server of A',
    '2 servers of A',
    '1,200 servers of A',
  ]);
  const polish = packText('{count, plural, one {# serwer} few {# serwery} many {# serwerów} other {# serwera}}');
  expect(createFormat('pl')(polish, { count: 3 })).toBe('3 serwery');
});

it('keeps braces and apostrophes that belong to the text', () => {
  expect(english(packText("Don't use '{'name'}'"), { name: 'x' })).toBe("Don't use {name}");
});

it('finds a translation by its text and context', () => {
  expect(keyOf('Order')).not.toBe(keyOf('Order', 'verb'));
  expect(keyOf(packText('{count, plural, one {#} other {#}}'))).toBe(
    keyOf(packText('{count, plural, one {#} other {#}}')),
  );
});
