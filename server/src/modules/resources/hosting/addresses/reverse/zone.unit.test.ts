import { expect, it } from 'vitest';
import { toReverseName } from './zone.ts';

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
