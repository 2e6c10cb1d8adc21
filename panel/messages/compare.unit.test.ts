import { describe, expect, it } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { compareCatalogue } from './compare.ts';

const SERVERS = '{count, plural, one {# server} other {# servers}}';

/** Returns the problems of a language with one message and its translation. */
function compare(message: string, translation: string, isComplete = true): string[] {
  return compareCatalogue({ a: { message } }, { a: { message, translation } }, isComplete);
}

describe('the file of a language', () => {
  it('passes with every message translated', () => {
    expect(compare('Sign in', 'Anmelden')).toEqual([]);
    expect(compare('Restart {name}?', '{name} neu starten?')).toEqual([]);
    expect(compare(SERVERS, '{count, plural, one {# Server} other {# Server}}')).toEqual([]);
  });

  it('fails on a message that it lacks', () => {
    const problem = 'missing: Sign in';
    expect(compareCatalogue({ a: { message: 'Sign in' } }, {}, false)).toEqual([problem]);
  });

  it('fails on a message without a translation, if the language is complete', () => {
    expect(compare('Sign in', '')).toEqual(['missing: Sign in']);
    expect(compare('Sign in', '', false)).toEqual([]);
  });

  it('fails on a message that no source uses', () => {
    const catalogue: Catalogue = { a: { message: 'Sign in', translation: 'Anmelden' } };
    expect(compareCatalogue({}, catalogue, false)).toEqual(['unused: Sign in']);
  });

  it.each([
    ['Restart {name}?', 'Neu starten?'],
    ['Restart {name}?', '{nam} neu starten?'],
    ['Read <0>the terms</0>.', 'Lesen Sie die Bedingungen.'],
    ['Read <0>the terms</0>.', 'Lesen Sie <0>die Bedingungen.'],
    [SERVERS, '{count} Server'],
    ['{count, plural, one {# key of {name}} other {# keys of {name}}}', '{count, plural, other {# Schlüssel}}'],
  ])('fails if placeholders differ: %s → %s', (message, translation) => {
    expect(compare(message, translation)[0]).toMatch(/^placeholders differ/);
    expect(compare(message, translation, false)).toHaveLength(1);
  });

  it('fails on invalid syntax', () => {
    expect(compare(SERVERS, '{count, plural, one {# Server}')[0]).toMatch(/^invalid syntax/);
  });
});
