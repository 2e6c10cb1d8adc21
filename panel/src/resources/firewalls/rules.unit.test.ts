import { expect, it } from 'vitest';
import { containsAddress } from './networks.ts';
import { allowsSsh, fieldsOfRule, type RuleInput, toFormPath, toRule } from './rules.ts';

const rule = (changes: Partial<RuleInput>): RuleInput => ({
  protocol: 'tcp',
  ports: '22',
  networks: ['0.0.0.0/0', '::/0'],
  description: null,
  ...changes,
});

it('finds an address in networks of its family only', () => {
  expect(containsAddress('203.0.113.0/24', '203.0.113.9')).toBe(true);
  expect(containsAddress('203.0.113.0/24', '203.0.114.9')).toBe(false);
  expect(containsAddress('203.0.113.9', '203.0.113.9')).toBe(true);
  expect(containsAddress('203.0.113.9', '203.0.113.8')).toBe(false);
  expect(containsAddress('0.0.0.0/0', '::ffff:203.0.113.9')).toBe(true);
  expect(containsAddress('0.0.0.0/0', '2001:db8::1')).toBe(false);
  expect(containsAddress('::/0', '203.0.113.9')).toBe(false);
  expect(containsAddress('2001:db8::/32', '2001:db8:1::7')).toBe(true);
  expect(containsAddress('2001:db8::/32', '2001:db9::7')).toBe(false);
});

it.each(['', 'office', '203.0.113', '203.0.113.0/x', '203.0.113.0/24/8', '1::2::3', '256.0.0.0/0', '1:2:3/0'])(
  'finds nothing in the invalid network %j',
  (network) => {
    expect(containsAddress(network, '203.0.113.9')).toBe(false);
    expect(containsAddress(network, '2001:db8::1')).toBe(false);
  },
);

it('knows whether rules allow SSH from an address', () => {
  const from = '203.0.113.9';
  expect(allowsSsh([rule({})], from)).toBe(true);
  expect(allowsSsh([rule({ ports: '20-30' })], from)).toBe(true);
  expect(allowsSsh([rule({ ports: null })], from)).toBe(true);
  expect(allowsSsh([rule({ protocol: 'any', ports: null })], from)).toBe(true);
  expect(allowsSsh([], from)).toBe(false);
  expect(allowsSsh([rule({ ports: '222' }), rule({ ports: '23-80' }), rule({ ports: 'ssh' })], from)).toBe(false);
  expect(allowsSsh([rule({ protocol: 'udp' }), rule({ protocol: 'icmp', ports: null })], from)).toBe(false);
  expect(allowsSsh([rule({ networks: ['198.51.100.0/24'] })], from)).toBe(false);
  expect(allowsSsh([rule({ networks: ['198.51.100.0/24', '203.0.113.0/24'] })], from)).toBe(true);
});

it('if the address is unknown, looks for the port only', () => {
  expect(allowsSsh([rule({ networks: ['198.51.100.0/24'] })], null)).toBe(true);
  expect(allowsSsh([rule({ ports: '443' })], null)).toBe(false);
});

it('converts rules to form values and back', () => {
  const everywhere = { protocol: 'tcp', ports: '443', networks: ['0.0.0.0/0', '::/0'], description: null } as const;
  const fields = fieldsOfRule({ ...everywhere, networks: [...everywhere.networks] }, 'a');
  expect(fields).toEqual({ key: 'a', protocol: 'tcp', ports: '443', networks: '0.0.0.0/0, ::/0', description: '' });
  expect(toRule(fields)).toEqual(everywhere);
  expect(toRule({ ...fields, networks: ' ' }).networks).toEqual([]);
  expect(toRule({ ...fields, protocol: 'icmp', networks: ' 203.0.113.0/24,2001:db8::/32 ' })).toEqual({
    ...{ protocol: 'icmp', ports: null, description: null },
    networks: ['203.0.113.0/24', '2001:db8::/32'],
  });
});

it('converts fields of API errors to form paths', () => {
  expect(toFormPath('inbound[2].networks[0]')).toBe('inbound.2.networks');
  expect(toFormPath('outbound[0].ports')).toBe('outbound.0.ports');
  expect(toFormPath('inbound.1.protocol')).toBe('inbound.1.protocol');
  expect(toFormPath('inbound')).toBe('inbound');
  expect(toFormPath('name')).toBe('name');
});
