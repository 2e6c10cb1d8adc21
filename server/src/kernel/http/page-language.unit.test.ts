import { expect, it } from 'vitest';
import { languageOf } from './page-language.ts';

it.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR, de-CH ;q=0.5, en;q=0.4', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['de;q=0.3,en;q=0.7', 'en'],
  ['de;q=0', 'en'],
  ['DE', 'de'],
  ['fr,ja', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [';;q=x,,de;q=1', 'de'],
  [undefined, 'en'],
])('a browser that sends %s gets a page in %s', (header, language) => {
  expect(languageOf({ headers: { 'accept-language': header } })).toBe(language);
});
