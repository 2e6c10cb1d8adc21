import { contains, parseNetwork } from '#kernel/net/networks.ts';

export const firewallProtocols = ['tcp', 'udp', 'icmp', 'any'] as const;

export type FirewallProtocol = (typeof firewallProtocols)[number];

/** Allows packets. `ports` is one port (`22`), a range (`8000-8100`), or null for all. */
export interface FirewallRule {
  protocol: FirewallProtocol;
  ports: string | null;
  /** Networks of the other side, normalised: `203.0.113.0/24`, `2001:db8::/32`. */
  networks: readonly string[];
}

/**
 * All packet rules of one machine. Replies to allowed packets always pass, and so do ARP, neighbour discovery and DHCP,
 * unless the machine is isolated.
 */
export interface FirewallPolicy {
  /** Grows with every change. An engine ignores a version that is older than the one it has. */
  version: number;
  /** If true, no packet passes in either direction. */
  isolated: boolean;
  /** If true, connections to TCP port 25 are dropped, whatever the rules allow. */
  blockSmtp: boolean;
  /** Packets to the machine that pass; null if all do. */
  inbound: readonly FirewallRule[] | null;
  /** Packets of the machine that pass; null if all do. */
  outbound: readonly FirewallRule[] | null;
}

/** The first packet of a connection, or a single packet. */
export interface FirewallPacket {
  direction: 'inbound' | 'outbound';
  protocol: Exclude<FirewallProtocol, 'any'>;
  /** Address of the other side. */
  address: string;
  /** Destination port; absent for ICMP. */
  port?: number;
}

/** Returns whether a policy lets a packet pass. Without a policy every packet passes. */
export function allowsPacket(policy: FirewallPolicy | undefined, packet: FirewallPacket): boolean {
  if (!policy) return true;
  if (policy.isolated) return false;
  const { direction, protocol, port } = packet;
  if (policy.blockSmtp && direction === 'outbound' && protocol === 'tcp' && port === 25) return false;
  return policy[direction]?.some((rule) => matchesRule(rule, packet)) ?? true;
}

function matchesRule({ protocol, ports, networks }: FirewallRule, packet: FirewallPacket): boolean {
  if (protocol !== 'any' && protocol !== packet.protocol) return false;
  if (ports !== null && !includesPort(ports, packet.port)) return false;
  return contains(networks.map(parseNetwork), packet.address);
}

function includesPort(ports: string, port: number | undefined): boolean {
  const [first = Number.NaN, last = first] = ports.split('-').map(Number);
  return port !== undefined && port >= first && port <= last;
}
