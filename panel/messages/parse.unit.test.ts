import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, it } from 'vitest';
import { parseText } from '../../packages/texts/src/parse.ts';
import { readCatalogue } from './catalogue.ts';

const SPECIAL = [
  "Don't use '{'name'}'",
  "It''s {name}'s",
  "{count, plural, offset:1 =0 {none} one {'#' # key of {name}} other {# keys}}",
  '{kind, select, server {# server} other {other}}',
];

/** Lingui extracts the texts, so both must read them alike. */
it('every text is parsed as Lingui parses it', async () => {
  const catalogue = Object.entries(await readCatalogue('de'));
  const texts = catalogue.flatMap(([id, { message = id, translation = '' }]) => [message, translation]);
  const all = [...texts, ...SPECIAL].filter((text) => text !== '');
  const different = all.filter((text) => {
    return JSON.stringify(parseText(text)) !== JSON.stringify(compileMessageOrThrow(text));
  });
  expect(different).toEqual([]);
});

it.each(['{name', 'name}', '{a b}', '{}', '{count, plural, one {# x}}', '{count, number}'])('refuses %s', (text) => {
  expect(() => parseText(text)).toThrow();
});
