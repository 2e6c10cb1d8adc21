import { expect, it } from 'vitest';
import { pickLanguage, pickLocale } from './languages.ts';

it('prefers the choice of the person to the languages of the browser', () => {
  expect(pickLanguage('de', ['en-US'])).toBe('de');
});

it('ignores a stored language that does not exist', () => {
  expect(pickLanguage('tlh', ['en-US'])).toBe('en');
});

it('uses the first language of the browser that is offered, or English', () => {
  expect(pickLanguage(null, ['fr-CA', 'de-AT', 'en-GB'])).toBe('de');
  expect(pickLanguage(null, ['fr-CA', 'en-GB'])).toBe('en');
  expect(pickLanguage(null, [])).toBe('en');
});

it('formats dates and numbers as in the region of the browser', () => {
  expect(pickLocale('de', ['en-US', 'de-AT', 'de'])).toBe('de-AT');
  expect(pickLocale('de', ['en-US'])).toBe('de');
});
