import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateApiKey, isWellFormedApiKey, looksLikeApiKey } from './format.ts';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const someKey = fc.constantFrom('live' as const, 'test' as const).map(generateApiKey);

describe('an API key', () => {
  it('has a prefix with its environment, 30 random characters and 6 of a checksum', () => {
    expect(generateApiKey('live')).toMatch(/^svc_live_[0-9A-Za-z]{36}$/);
    expect(generateApiKey('test')).toMatch(/^svc_test_[0-9A-Za-z]{36}$/);
    const keys = new Set(Array.from({ length: 1_000 }, () => generateApiKey('live')));
    expect(keys.size).toBe(1_000);
  });

  it('is well formed when it is generated', () => {
    fc.assert(fc.property(someKey, (key) => isWellFormedApiKey(key) && looksLikeApiKey(key)));
  });

  it('is refused if any single character is changed', () => {
    const someLetter = fc.oneof(fc.constantFrom(...LETTERS), fc.string({ minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(someKey, fc.nat(44), someLetter, (key, index, letter) => {
        fc.pre(key[index] !== letter);
        expect(isWellFormedApiKey(key.slice(0, index) + letter + key.slice(index + 1))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused with another environment, two characters swapped, one missing or one added', () => {
    fc.assert(
      fc.property(someKey, fc.integer({ min: 9, max: 43 }), (key, index) => {
        const swapped = key.includes('_live_') ? key.replace('_live_', '_test_') : key.replace('_test_', '_live_');
        expect(isWellFormedApiKey(swapped)).toBe(false);
        expect(isWellFormedApiKey(key.slice(0, index) + key.slice(index + 1))).toBe(false);
        expect(isWellFormedApiKey(`${key.slice(0, index)}a${key.slice(index)}`)).toBe(false);
        const exchanged = `${key.slice(0, index)}${key[index + 1]}${key[index]}${key.slice(index + 2)}`;
        if (exchanged !== key) expect(isWellFormedApiKey(exchanged)).toBe(false);
      }),
    );
    for (const text of ['', 'svc_live_', `${generateApiKey('live')}\n`, ` ${generateApiKey('live')}`]) {
      expect(isWellFormedApiKey(text)).toBe(false);
    }
  });
});
