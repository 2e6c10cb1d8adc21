import { describe, expect, it } from 'vitest';
import { toBase32 } from './base32.ts';
import { findStep, makeCode, makeTotpSecret, makeTotpUri, stepAt } from './totp.ts';

const ascii = (length: number) => Buffer.from('1234567890'.repeat(7).slice(0, length));

describe('a TOTP code', () => {
  it.each([
    [59, 'sha1', 20, '94287082'],
    [59, 'sha256', 32, '46119246'],
    [59, 'sha512', 64, '90693936'],
    [1111111109, 'sha1', 20, '07081804'],
    [1111111109, 'sha256', 32, '68084774'],
    [1111111109, 'sha512', 64, '25091201'],
    [1111111111, 'sha1', 20, '14050471'],
    [1111111111, 'sha256', 32, '67062674'],
    [1111111111, 'sha512', 64, '99943326'],
    [1234567890, 'sha1', 20, '89005924'],
    [1234567890, 'sha256', 32, '91819424'],
    [1234567890, 'sha512', 64, '93441116'],
    [2000000000, 'sha1', 20, '69279037'],
    [2000000000, 'sha256', 32, '90698825'],
    [2000000000, 'sha512', 64, '38618901'],
    [20000000000, 'sha1', 20, '65353130'],
    [20000000000, 'sha256', 32, '77737706'],
    [20000000000, 'sha512', 64, '47863826'],
  ])('at %i with %s is the code of RFC 6238', (seconds, hash, length, code) => {
    expect(makeCode(ascii(length), stepAt(seconds * 1000), 8, hash)).toBe(code);
  });

  it.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, count) => [count, code] as const,
    ),
  )('for counter %i is the code of RFC 4226', (count, code) => {
    expect(makeCode(ascii(20), count)).toBe(code);
  });

  it('is valid one step before and after its time, and no longer', () => {
    const now = 1_000_000 * 30_000 + 15_000;
    const at = (steps: number) => findStep(ascii(20), makeCode(ascii(20), 1_000_000 + steps), now, 0);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, 999_999, 1_000_000, 1_000_001, undefined]);
  });

  it('is refused after it or a later one was used', () => {
    const now = 1_000_000 * 30_000;
    const after = (lastStep: number, step: number) => findStep(ascii(20), makeCode(ascii(20), step), now, lastStep);
    expect(after(1_000_000, 1_000_000)).toBeUndefined();
    expect(after(1_000_000, 999_999)).toBeUndefined();
    expect(after(1_000_000, 1_000_001)).toBe(1_000_001);
    expect(after(1_000_002, 1_000_001), 'used a moment ago by a clock that is ahead').toBeUndefined();
    expect(after(2_000_000, 1_000_000), 'used by a clock that was put back').toBe(1_000_000);
  });
});

describe('a TOTP secret', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is encoded as in RFC 4648', (text, base32) => {
    expect(toBase32(Buffer.from(text))).toBe(base32);
  });

  it('is random, and has a URI for authenticator apps', () => {
    expect(makeTotpSecret()).toHaveLength(20);
    expect(makeTotpSecret().equals(makeTotpSecret())).toBe(false);
    const uri = makeTotpUri(ascii(20), { issuer: 'Example: Hosting', account: 'jo+a@example.com' });
    expect(uri).toBe(
      'otpauth://totp/Example%20%20Hosting:jo%2Ba%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Example%20%20Hosting&algorithm=SHA1&digits=6&period=30',
    );
  });
});
