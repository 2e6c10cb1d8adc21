import { describe, expect, it } from 'vitest';
import { SETUP_WAYS, writeSetup } from './address-setup.ts';

const IPV4 = { address: '203.0.113.11', gateway: '203.0.113.1' };
const IPV6 = { address: '2001:db8:1::2a', gateway: '2001:db8:1::1' };

describe('the set-up of an extra address', () => {
  it('is an address of its own with a route of its own', () => {
    expect(writeSetup('ip', IPV4).split('\n')).toEqual([
      'ip link set eth1 up',
      'ip address add 203.0.113.11/32 dev eth1',
      'ip route add 203.0.113.1/32 dev eth1 table 779',
      'ip route add default via 203.0.113.1 dev eth1 table 779',
      'ip rule add from 203.0.113.11 table 779',
    ]);
    expect(writeSetup('ip', IPV6).split('\n')).toEqual([
      'ip link set eth1 up',
      'ip -6 address add 2001:db8:1::2a/128 dev eth1',
      'ip -6 route add 2001:db8:1::1/128 dev eth1 table 298',
      'ip -6 route add default via 2001:db8:1::1 dev eth1 table 298',
      'ip -6 rule add from 2001:db8:1::2a table 298',
    ]);
  });

  it('has the same parts in every file, with a table that no address of the network shares', () => {
    for (const way of SETUP_WAYS) {
      for (const { address, gateway } of [IPV4, IPV6]) {
        const text = writeSetup(way, { address, gateway });
        for (const part of ['eth1', `${address}/${address.includes(':') ? 128 : 32}`, gateway])
          expect(text).toContain(part);
      }
    }
    const tables = new Set(
      Array.from(
        { length: 254 },
        (_, index) => /table (\d+)$/.exec(writeSetup('ip', { ...IPV4, address: `203.0.113.${index + 1}` }))?.[1],
      ),
    );
    expect(tables.size).toBe(254);
  });
});
