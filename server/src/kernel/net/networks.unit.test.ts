import { describe, expect, it } from 'vitest';
import { contains, parseNetwork, sourceOf } from './networks.ts';

const within = (networks: string[], address: string) => contains(networks.map(parseNetwork), address);

describe('a list of networks', () => {
  it('contains the addresses of its networks and single addresses', () => {
    expect(within(['203.0.113.0/24'], '203.0.113.255')).toBe(true);
    expect(within(['203.0.113.0/24'], '203.0.114.0')).toBe(false);
    expect(within(['203.0.113.7'], '203.0.113.7')).toBe(true);
    expect(within(['203.0.113.7'], '203.0.113.8')).toBe(false);
    expect(within(['2001:db8::/32'], '2001:db8:1::1')).toBe(true);
    expect(within(['2001:db8::1'], '2001:0db8:0:0::1')).toBe(true);
    expect(within(['2001:db8::1'], '2001:db8::2')).toBe(false);
    expect(within(['2001:db8::/32'], '2001:db9::1')).toBe(false);
    expect(within(['198.51.100.0/24', '10.0.0.0/8'], '10.1.2.3')).toBe(true);
    expect(within(['0.0.0.0/0'], '8.8.8.8')).toBe(true);
    expect(within([], '8.8.8.8')).toBe(false);
  });

  it('treats an IPv4 address from an IPv6 socket as IPv4', () => {
    expect(within(['203.0.113.0/24'], '::ffff:203.0.113.5')).toBe(true);
    expect(within(['::/0'], '203.0.113.5')).toBe(false);
  });

  it('treats an IPv4 network in IPv6 notation as IPv4', () => {
    for (const mapped of ['::ffff:203.0.113.0/120', '::ffff:cb00:7100/120', '::ffff:203.0.113.5']) {
      expect(within([mapped], '203.0.113.5'), mapped).toBe(true);
      expect(within([mapped], '::ffff:203.0.113.5'), mapped).toBe(true);
      expect(within([mapped], '203.0.114.5'), mapped).toBe(false);
    }
  });

  it('contains no text that is not an address', () => {
    for (const text of ['', 'nonsense', 'localhost', '203.0.113.5:80', '203.0.113.5/32']) {
      expect(within(['0.0.0.0/0', '::/0'], text)).toBe(false);
    }
  });

  it('is refused with an error message when it is malformed', () => {
    for (const text of ['', 'nonsense', '203.0.113.0/33', '2001:db8::/129', '203.0.113.0/', '/24', 'a/b']) {
      expect(() => parseNetwork(text), text).toThrow(/is not an address or a network/);
    }
  });

  it('refuses short and octal notations, because they mean another address than they seem to', () => {
    for (const text of ['203.0.113', '203.0.113/24', '10.1', '0177.0.0.1', '0x7f.0.0.1', '3405803776', '010.0.0.0/8']) {
      expect(() => parseNetwork(text), text).toThrow(/is not an address or a network/);
    }
  });
});

describe('counting callers', () => {
  it('treats an IPv6 /64 network as one caller, and an IPv4 address as one caller in any notation', () => {
    for (const [address, source] of [
      ['203.0.113.5', '203.0.113.5'],
      ['::ffff:203.0.113.5', '203.0.113.5'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
      ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
      ['nonsense', 'nonsense'],
      ['non:sense', 'non:sense'],
      [undefined, 'closed'],
    ]) {
      expect(sourceOf(address)).toBe(source);
    }
  });
});
