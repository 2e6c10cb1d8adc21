import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword } from './password.ts';

describe('a password', () => {
  it('is kept as argon2id with its own salt and the cost to check it by', async () => {
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
});
