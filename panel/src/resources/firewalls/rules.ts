import type { FirewallRule } from '@hostler/sdk';
import { containsAddress } from './networks.ts';

export type Protocol = FirewallRule['protocol'];

/** Rule as the API accepts it. */
export type RuleInput = FirewallRule;

/** Form values of a rule. */
export interface RuleFields {
  /** Identifies the row while rules are added and removed. */
  readonly key: string;
  protocol: Protocol;
  ports: string;
  /** Separated by commas or spaces. */
  networks: string;
  description: string;
}

export const EVERYWHERE: readonly string[] = ['0.0.0.0/0', '::/0'];
const SSH_PORT = 22;

export function hasPorts(protocol: Protocol): boolean {
  return protocol === 'tcp' || protocol === 'udp';
}

export function isEverywhere(networks: readonly string[]): boolean {
  return EVERYWHERE.every((network) => networks.includes(network));
}

export function fieldsOfRule(rule: FirewallRule, key: string): RuleFields {
  const { protocol, ports, networks, description } = rule;
  return { key, protocol, ports: ports ?? '', networks: networks.join(', '), description: description ?? '' };
}

export function toRule({ protocol, ports, networks, description }: RuleFields): RuleInput {
  return {
    protocol,
    ports: (hasPorts(protocol) && ports.trim()) || null,
    networks: networks.split(/[\s,]+/).filter((network) => network !== ''),
    description: description.trim() || null,
  };
}

/** Returns true if inbound rules allow SSH from the address. If the address is unknown, from any address. */
export function allowsSsh(rules: readonly RuleInput[], address: string | null): boolean {
  return rules.some(
    ({ protocol, ports, networks }) =>
      (protocol === 'any' || (protocol === 'tcp' && includesPort(ports, SSH_PORT))) &&
      (address === null || networks.some((network) => containsAddress(network, address))),
  );
}

function includesPort(ports: string | null, port: number): boolean {
  if (ports === null) return true;
  const [first, last = first] = ports.split('-').map(Number);
  return first !== undefined && last !== undefined && first <= port && port <= last;
}

/** Converts a field of an API error to a form path: `inbound[2].networks[0]` to `inbound.2.networks`. */
export function toFormPath(field: string): string {
  return field.replace(/^(inbound|outbound)[[.](\d+)\]?\.(\w+).*$/, '$1.$2.$3');
}
