import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalInConstantTime, randomBase62, sha256, toBase62, Vault } from './crypto.ts';

const vault = new Vault('a secret key that only tests know about');

describe('the vault', () => {
  it('opens every sealed text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(vault.open(vault.seal(text))).toBe(text);
      }),
    );
  });

  it('seals the same text differently each time, and reveals nothing of it', () => {
    const [first, second] = [vault.seal('open sesame'), vault.seal('open sesame')];
    expect(first).not.toBe(second);
    expect(first).not.toContain('sesame');
    expect(first.startsWith(`v1.${vault.keyName}.`)).toBe(true);
  });

  it('refuses a sealed text with one changed character', () => {
    const sealed = vault.seal('open sesame');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom(...letters), (index, letter) => {
        const changed = sealed.slice(0, index) + letter + sealed.slice(index + 1);
        // The last base64 character may contain unused bits.
        if (
          Buffer.from(changed.split('.')[2] ?? '', 'base64url').equals(
            Buffer.from(sealed.split('.')[2] ?? '', 'base64url'),
          ) &&
          changed.slice(0, 12) === sealed.slice(0, 12)
        )
          return;
        expect(() => vault.open(changed)).toThrow();
      }),
    );
  });

  it('refuses a text sealed with another key, and names that key', () => {
    const other = new Vault('another secret key that tests know about');
    expect(other.keyName).not.toBe(vault.keyName);
    expect(() => other.open(vault.seal('text'))).toThrow(vault.keyName);
    expect(new Vault('a secret key that only tests know about').open(vault.seal('text'))).toBe('text');
  });

  it('refuses a text that was never sealed', () => {
    for (const text of ['', 'text', 'v1', 'v1..', `v1.${vault.keyName}.`, `v1.${vault.keyName}.AAAA`, 'v2.x.y']) {
      expect(() => vault.open(text)).toThrow();
    }
  });
});

describe('base62', () => {
  it('is uniformly random over all characters', () => {
    const text = randomBase62(20_000);
    expect(text).toMatch(/^[0-9A-Za-z]{20000}$/);
    const counts = new Map<string, number>();
    for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 20,000 / 62 ≈ 323, with a standard deviation of about 18.
    for (const count of counts.values()) expect(Math.abs(count - 323)).toBeLessThan(150);
  });

  it('writes a number with a fixed length', () => {
    expect(toBase62(0, 6)).toBe('000000');
    expect(toBase62(61, 2)).toBe('0z');
    expect(toBase62(62, 2)).toBe('10');
    expect(toBase62(2 ** 32 - 1, 6)).toHaveLength(6);
  });
});

describe('comparing secrets', () => {
  it('distinguishes equal and different secrets of any length', () => {
    expect(equalInConstantTime('a', 'a')).toBe(true);
    expect(equalInConstantTime('', '')).toBe(true);
    for (const [left, right] of [
      ['a', 'b'],
      ['a', 'aa'],
      ['', 'a'],
      ['A', 'a'],
    ] as const) {
      expect(equalInConstantTime(left, right)).toBe(false);
    }
  });
});

describe('sha256', () => {
  it('hashes the text as UTF-8, in hexadecimal', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('ü')).toBe(sha256('\u00fc'));
  });
});
