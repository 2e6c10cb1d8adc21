import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword, passwordMetrics } from './password.ts';

describe('a password', () => {
  it('is stored as argon2id with its own salt and cost', async () => {
    const hashes = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(hashes[0]).not.toBe(hashes[1]);
    for (const text of hashes) {
      const [kind, memory, passes, salt = '', hash = ''] = text.split('$');
      expect(kind).toBe('argon2id');
      // OWASP: at least 19 MiB and two passes.
      expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
      expect(Number(passes)).toBeGreaterThanOrEqual(2);
      expect(Buffer.from(salt, 'base64url').length).toBeGreaterThanOrEqual(16);
      const again = argon2Sync('argon2id', {
        message: 'correct horse',
        nonce: Buffer.from(salt, 'base64url'),
        parallelism: 1,
        tagLength: 32,
        memory: Number(memory),
        passes: Number(passes),
      });
      expect(again.toString('base64url')).toBe(hash);
    }
  });

  it('matches itself and no other', async () => {
    const stored = await hashPassword('correct horse');
    expect(await isPassword('correct horse', stored)).toBe(true);
    expect(await isPassword('Correct horse', stored)).toBe(false);
    // A hash that was stored with another cost.
    const [, , , salt = ''] = stored.split('$');
    const cheap = { parallelism: 1, tagLength: 32, memory: 64, passes: 1 };
    const hash = argon2Sync('argon2id', { message: 'old', nonce: Buffer.from(salt, 'base64url'), ...cheap });
    expect(await isPassword('old', `argon2id$64$1$${salt}$${hash.toString('base64url')}`)).toBe(true);
  });

  it('is wrong if there is no stored hash, after a full check', async () => {
    const count = async () => (await passwordMetrics[0]?.get())?.values[0]?.value ?? 0;
    const before = await count();
    expect([await isPassword('', null), await isPassword('anything', undefined)]).toEqual([false, false]);
    expect((await count()) - before).toBe(2);
  });

  it('is checked two at a time, with a queue of limited length', async () => {
    const stored = await hashPassword('correct horse');
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => isPassword('correct horse', stored).catch(({ code }) => code)),
    );
    // Two at once, and fifty in the queue.
    expect(answers.filter((answer) => answer === true)).toHaveLength(52);
    expect(answers.filter((answer) => answer === 'RATE_LIMIT_EXCEEDED')).toHaveLength(8);
    expect(await isPassword('correct horse', stored)).toBe(true);
  });
});
