import { expect, it } from 'vitest';
import { listReversePlaces, toReverseName } from './zone.ts';

it.each([
  ['203.0.113.9', 24, '113.0.203.in-addr.arpa', '9.113.0.203.in-addr.arpa'],
  ['203.0.113.9', 16, '113.0.203.in-addr.arpa', '9.113.0.203.in-addr.arpa'],
  ['203.0.113.200', 28, '113.0.203.in-addr.arpa', '200.113.0.203.in-addr.arpa'],
])('%s/%i is in the zone of its /24', (address, prefix, zone, name) => {
  expect(toReverseName(address, prefix)).toEqual({ zone, name });
});

it.each([
  [64, '0.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  [124, '0.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  [48, '1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  [50, '1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
])('an IPv6 address of a /%i is in the zone %s', (prefix, zone) => {
  const found = toReverseName('2001:db8:1::a', prefix);
  expect(found.zone).toBe(zone);
  expect(found.name).toBe(`a.${'0.'.repeat(15)}0.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa`);
});

it('may be in a zone of the operator: of its part of a /24, of the /24, or of a larger network', () => {
  const places = listReversePlaces('203.0.113.70', 26);
  const at = (zone: string) => places.find((place) => place.zone === zone)?.name;
  for (const part of ['64/26', '64-26', '64-127', '64/28', '0/25']) {
    expect(at(`${part}.113.0.203.in-addr.arpa`)).toBe(`70.${part}.113.0.203.in-addr.arpa`);
  }
  expect(places.slice(-3)).toEqual(
    ['113.0.203.in-addr.arpa', '0.203.in-addr.arpa', '203.in-addr.arpa'].map((zone) => ({
      zone,
      name: '70.113.0.203.in-addr.arpa',
    })),
  );
  const ipv6 = listReversePlaces('2001:db8:1::a', 64);
  expect(ipv6[0]?.zone).toBe('0.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa');
  expect(ipv6.at(-1)?.zone).toBe('1.0.0.2.ip6.arpa');
  expect(new Set(ipv6.map(({ name }) => name)).size).toBe(1);
});
