import { describe, expect, it } from 'vitest';
import { addressAt, countUsable, lastOffset, offsetOf, overlaps, readPoolNetwork } from './network.ts';

const v4 = readPoolNetwork({ network: '203.0.113.0/24', gateway: '203.0.113.1' });
const v6 = readPoolNetwork({ network: '2001:DB8:1:0::/64', gateway: '2001:db8:1::1' });

describe('the network of a pool', () => {
  it('is written in its canonical form', () => {
    expect(v4).toEqual({ network: '203.0.113.0/24', family: 4, prefix: 24, gateway: '203.0.113.1' });
    expect(v6).toEqual({ network: '2001:db8:1::/64', family: 6, prefix: 64, gateway: '2001:db8:1::1' });
  });

  it('has addresses besides network, broadcast and gateway', () => {
    expect([countUsable(v4), lastOffset(v4), addressAt(v4, 254)]).toEqual([253, 254, '203.0.113.254']);
    expect([addressAt(v6, 2), addressAt(v6, 65_536)]).toEqual(['2001:db8:1::2', '2001:db8:1::1:0']);
    expect(countUsable(v6)).toBe(2 ** 48 - 1);
    expect(countUsable(readPoolNetwork({ network: '203.0.113.4/30', gateway: '203.0.113.5' }))).toBe(1);
  });

  it('may have a gateway outside, which is none of its addresses', () => {
    const part = readPoolNetwork({ network: '203.0.113.64/26', gateway: '203.0.113.1' });
    expect([part.gateway, countUsable(part)]).toEqual(['203.0.113.1', 62]);
    expect(readPoolNetwork({ network: '2001:db8:2::/64', gateway: 'fe80::1' }).gateway).toBe('fe80::1');
  });

  it('knows the place of its addresses', () => {
    expect(offsetOf(v4, '203.0.113.9')).toBe(9);
    expect(offsetOf(v6, '2001:db8:1::a')).toBe(10);
    for (const other of ['203.0.114.0', '203.0.112.255', '::ffff:cb00:7109', 'x']) {
      expect(offsetOf(v4, other)).toBeUndefined();
    }
  });

  it.each([
    ['203.0.113.0/24', '203.0.113.128/25', true],
    ['203.0.113.128/25', '203.0.113.0/24', true],
    ['203.0.113.0/25', '203.0.113.128/25', false],
  ])('%s and %s share addresses: %s', (a, b, shared) => {
    const read = (network: string) =>
      readPoolNetwork({ network, gateway: network.replace(/(\d+)\/\d+$/, (_, last) => `${Number(last) + 1}`) });
    expect(overlaps(read(a), read(b))).toBe(shared);
    expect(overlaps(read(a), v6)).toBe(false);
  });

  it.each([
    ['203.0.113.0', '203.0.113.1', 'network'],
    ['203.0.113.0/31', '203.0.113.1', 'network'],
    ['203.0.0.0/8', '203.0.113.1', 'network'],
    ['203.0.113.1/24', '203.0.113.1', 'network'],
    ['203.0.113/24', '203.0.113.1', 'network'],
    ['2001:db8::/127', '2001:db8::1', 'network'],
    ['203.0.113.0/24', '203.0.113.0', 'gateway'],
    ['203.0.113.0/24', '203.0.113.255', 'gateway'],
    ['203.0.113.0/24', '2001:db8::1', 'gateway'],
    ['2001:db8::/64', '', 'gateway'],
  ])('refuses %s with the gateway %s', (network, gateway, field) => {
    expect(() => readPoolNetwork({ network, gateway })).toThrow(
      expect.objectContaining({ details: [{ field, message: expect.any(String) }] }),
    );
  });
});
