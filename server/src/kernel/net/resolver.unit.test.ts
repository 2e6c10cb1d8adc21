import { describe, expect, it } from 'vitest';
import { createResolve, parseHosts } from './resolver.ts';

describe('a host name', () => {
  it('under localhost resolves to loopback without a DNS query', async () => {
    const resolve = createResolve();
    for (const name of ['localhost', 'LOCALHOST.', 'a.localhost']) {
      expect(await resolve(name)).toEqual(['127.0.0.1', '::1']);
    }
  });

  it('that does not exist is an error', async () => {
    await expect(createResolve()('does-not-exist.invalid')).rejects.toThrow();
  });

  it('is looked up in the hosts file', () => {
    const hosts = parseHosts(
      '# local\n127.0.0.1 localhost\n10.0.0.5\tDB db.internal # ours\nfd00::5 db\nnonsense x\n\n',
    );
    expect(Object.fromEntries(hosts)).toEqual({
      localhost: ['127.0.0.1'],
      db: ['10.0.0.5', 'fd00::5'],
      'db.internal': ['10.0.0.5'],
    });
  });
});
