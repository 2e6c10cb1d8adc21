import { formatNetwork, type Network, parseNetwork } from '#kernel/net/networks.ts';
import type { FirewallPolicy, FirewallRule } from '../../firewall.ts';
import { parsePolicy, type Target } from './target.ts';

/** Bit of the packet mark for replies and other packets of known connections. */
const KNOWN = '0x40000000';
const ISOLATED: FirewallPolicy = { version: 0, isolated: true, blockSmtp: false, inbound: [], outbound: [] };

/** Packets without which a machine has no address and finds no neighbour. */
const ALWAYS = [
  'ether type arp return',
  'icmpv6 type { nd-router-solicit, nd-router-advert, nd-neighbor-solicit, nd-neighbor-advert } return',
  'icmpv6 type { mld-listener-query, mld-listener-report, mld-listener-done, mld2-listener-report } return',
];
const DHCP = {
  saddr: ['udp sport 67 udp dport 68 return', 'udp sport 547 udp dport 546 return'],
  daddr: ['udp sport 68 udp dport 67 return', 'udp sport 546 udp dport 547 return'],
};

interface Chains {
  name: string;
  lines: string[];
}

/**
 * Returns the nftables script that replaces all rules at once. Bridge chains filter each interface; connection tracking
 * runs in the IP layer, through which br_netfilter sends bridged packets, and marks packets of known connections. The
 * kernel of every host has that; connection tracking in the bridge family is optional there.
 */
export function renderRules(targets: readonly Target[]): string {
  const cards = uniqueCards(targets);
  const inbound = cards.flatMap(({ interface: card, policy }) => chainFor('in', card, policy && readInbound(policy)));
  const outbound = cards.flatMap(({ interface: card, policy }) =>
    chainFor('out', card, policy && readOutbound(policy)),
  );
  const ports = cards.map((card) => `"${card.interface}"`);
  // Every packet of an interface without a known MAC is dropped.
  const owned = cards.filter(({ mac }) => mac !== '').map((card) => `"${card.interface}" . ${card.mac}`);
  const lead = (chains: readonly Chains[], prefix: string) =>
    chains.map(({ name }) => `"${name.slice(prefix.length)}" : jump ${name}`);
  return `table inet hostler
delete table inet hostler
table bridge hostler
delete table bridge hostler
table inet hostler {
  chain received {
    type filter hook prerouting priority -140; policy accept;
    ct state established,related meta mark set meta mark | ${KNOWN}
  }
  chain sent {
    type filter hook output priority -140; policy accept;
    ct state established,related meta mark set meta mark | ${KNOWN}
  }
}
table bridge hostler {
  set ports { type ifname; ${elements(ports)}}
  set owned { type ifname . ether_addr; ${elements(owned)}}
${[...inbound, ...outbound].map(({ name, lines }) => `  chain ${name} {\n    ${lines.join('\n    ')}\n  }`).join('\n')}
  map inbound { type ifname : verdict; ${elements(lead(inbound, 'in_'))}}
  map outbound { type ifname : verdict; ${elements(lead(outbound, 'out_'))}}
  chain learning {
    type filter hook prerouting priority -300; policy accept;
    iifname @ports iifname . ether saddr != @owned drop
  }
  chain bridged {
    type filter hook forward priority 10; policy accept;
    iifname vmap @outbound
    oifname vmap @inbound
  }
  chain to_host {
    type filter hook input priority 10; policy accept;
    iifname vmap @outbound
  }
  chain from_host {
    type filter hook output priority 10; policy accept;
    oifname vmap @inbound
  }
}
`;
}

function elements(items: readonly string[]): string {
  return items.length === 0 ? '' : `elements = { ${items.join(', ')} } `;
}

/** Two machines with one interface cannot run at the same time; the first one counts. */
function uniqueCards(targets: readonly Target[]) {
  const seen = new Map<string, { interface: string; mac: string; policy: FirewallPolicy | undefined }>();
  for (const { cards, policy: text } of targets) {
    // Rules that cannot be read must not open the machine.
    const policy = text === '' ? undefined : (checkPolicy(parsePolicy(text)) ?? ISOLATED);
    for (const card of cards) if (!seen.has(card.interface)) seen.set(card.interface, { ...card, policy });
  }
  return [...seen.values()].sort((a, b) => (a.interface < b.interface ? -1 : 1));
}

function checkPolicy(policy: FirewallPolicy | undefined): FirewallPolicy | undefined {
  try {
    for (const { ports, networks } of [...(policy?.inbound ?? []), ...(policy?.outbound ?? [])]) {
      if (ports !== null && !/^\d{1,5}(-\d{1,5})?$/.test(ports)) return undefined;
      networks.map(parseNetwork);
    }
    return policy;
  } catch {
    return undefined;
  }
}

function chainFor(prefix: 'in' | 'out', card: string, lines: string[] | undefined): Chains[] {
  return lines === undefined || lines.length === 0 ? [] : [{ name: `${prefix}_${card}`, lines }];
}

function readInbound({ isolated, inbound }: FirewallPolicy): string[] {
  if (isolated) return ['drop'];
  return inbound === null ? [] : allow(inbound, 'saddr');
}

function readOutbound({ isolated, blockSmtp, outbound }: FirewallPolicy): string[] {
  if (isolated) return ['drop'];
  const smtp = blockSmtp ? ['tcp dport 25 drop'] : [];
  return outbound === null ? smtp : [...smtp, ...allow(outbound, 'daddr')];
}

function allow(rules: readonly FirewallRule[], side: 'saddr' | 'daddr'): string[] {
  const known = `meta mark & ${KNOWN} == ${KNOWN} return`;
  return [known, ...ALWAYS, ...DHCP[side], ...rules.flatMap((rule) => renderRule(rule, side)), 'drop'];
}

/** Returns a line for each family that the rule has networks of. */
function renderRule({ protocol, ports, networks }: FirewallRule, side: 'saddr' | 'daddr'): string[] {
  const parsed = networks.map(parseNetwork);
  return (['ipv4', 'ipv6'] as const).flatMap((kind) => {
    const own = withoutContained(parsed.filter(([address]) => address.kind() === kind));
    if (own.length === 0) return [];
    const [family, icmp] = kind === 'ipv4' ? ['ip', 'icmp'] : ['ip6', 'ipv6-icmp'];
    const where = own.some(([, bits]) => bits === 0)
      ? `meta protocol ${family}`
      : `${family} ${side} { ${own.map(formatNetwork).join(', ')} }`;
    return [`${where} ${renderProtocol(protocol, ports, icmp ?? '')}return`];
  });
}

function renderProtocol(protocol: FirewallRule['protocol'], ports: string | null, icmp: string): string {
  if (protocol === 'any') return '';
  if (protocol === 'icmp') return `meta l4proto ${icmp} `;
  return ports === null ? `meta l4proto ${protocol} ` : `${protocol} dport ${ports} `;
}

/** Removes networks inside other ones: nftables refuses sets whose elements overlap. */
function withoutContained(networks: readonly Network[]): Network[] {
  const kept: Network[] = [];
  for (const network of [...networks].sort(([, a], [, b]) => a - b)) {
    const [address] = network;
    const isInside = kept.some(([outer, bits]) => (address as typeof outer).match(outer as never, bits));
    if (!isInside) kept.push(network);
  }
  return kept;
}
