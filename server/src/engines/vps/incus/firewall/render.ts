import { formatNetwork, type Network, parseNetwork } from '#kernel/net/networks.ts';
import type { FirewallPolicy, FirewallRule } from '../../firewall.ts';
import { parsePolicy, type Target, type Card as TargetCard } from './target.ts';

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

/** Chains and sets of one interface. Only they change when the rules of its machine do. */
export interface Card {
  readonly interface: string;
  /** Policy and MAC from which the rest is made. */
  readonly source: string;
  /** Empty until the engine has created the NIC: every packet is dropped. */
  readonly mac: string;
  readonly sets: readonly string[];
  readonly chains: readonly Chain[];
}

interface Chain {
  readonly direction: 'inbound' | 'outbound';
  readonly name: string;
  readonly lines: readonly string[];
}

/** A policy as the sets and lines of one chain. */
interface Body {
  readonly sets: readonly string[];
  readonly lines: readonly string[];
}

/**
 * Returns the nftables script that replaces all rules at once. Bridge chains filter each interface; connection tracking
 * runs in the IP layer, through which br_netfilter sends bridged packets, and marks packets of known connections. The
 * kernel of every host has that; connection tracking in the bridge family is optional there.
 */
export function renderRules(cards: readonly Card[]): string {
  const ports = cards.map((card) => `"${card.interface}"`);
  const owned = cards.flatMap(findOwned);
  const chains = cards.flatMap((card) => card.chains);
  const lead = (direction: Chain['direction']) => cards.flatMap((card) => findLeads(card, direction));
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
${cards.flatMap(({ sets }) => sets.map((set) => `  set ${set}`)).join('\n')}
${chains.map(({ name, lines }) => `  chain ${name} {\n    ${lines.join('\n    ')}\n  }`).join('\n')}
  map inbound { type ifname : verdict; ${elements(lead('inbound'))}}
  map outbound { type ifname : verdict; ${elements(lead('outbound'))}}
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

/**
 * Returns the script that replaces the rules of one interface in one transaction, without touching the others: the time
 * depends only on its own rules. Empty if nothing changes.
 */
export function renderChange(before: Card | undefined, after: Card | undefined): string {
  if (before?.source === after?.source) return '';
  return [...(before ? removeCard(before) : []), ...(after ? addCard(after) : [])]
    .map((command) => `${command}\n`)
    .join('');
}

function removeCard(card: Card): string[] {
  const gone = (of: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`delete element bridge hostler ${of} { ${items.join(', ')} }`];
  const key = [`"${card.interface}"`];
  return [
    ...card.chains.flatMap(({ direction }) => gone(direction, key)),
    ...card.chains.flatMap(({ name }) => [`flush chain bridge hostler ${name}`, `delete chain bridge hostler ${name}`]),
    ...card.sets.map((set) => `delete set bridge hostler ${set.slice(0, set.indexOf(' '))}`),
    ...gone('owned', findOwned(card)),
    ...gone('ports', key),
  ];
}

function addCard(card: Card): string[] {
  const more = (of: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`add element bridge hostler ${of} { ${items.join(', ')} }`];
  return [
    ...more('ports', [`"${card.interface}"`]),
    ...more('owned', findOwned(card)),
    ...card.sets.map((set) => `add set bridge hostler ${set}`),
    ...card.chains.flatMap(({ name, lines }) => [
      `add chain bridge hostler ${name}`,
      ...lines.map((line) => `add rule bridge hostler ${name} ${line}`),
    ]),
    ...card.chains.flatMap(({ direction }) => more(direction, findLeads(card, direction))),
  ];
}

function findOwned({ interface: name, mac }: Card): string[] {
  // Every packet of an interface without a known MAC is dropped.
  return mac === '' ? [] : [`"${name}" . ${mac}`];
}

function findLeads({ interface: card, chains }: Card, wanted: Chain['direction']): string[] {
  return chains.flatMap(({ direction, name }) => (direction === wanted ? [`"${card}" : jump ${name}`] : []));
}

function elements(items: readonly string[]): string {
  return items.length === 0 ? '' : `elements = { ${items.join(', ')} } `;
}

/**
 * Returns the rules of all interfaces by their names. Two machines with one interface cannot run at the same time; the
 * first one counts. What is `known` is not rendered again.
 */
export function renderCards(
  targets: readonly Target[],
  known: ReadonlyMap<string, Card> = new Map(),
): Map<string, Card> {
  const cards = new Map<string, Card>();
  for (const { cards: own, policy: text } of targets) {
    for (const card of own) {
      if (cards.has(card.interface)) continue;
      const source = `${card.mac} ${text}`;
      const same = known.get(card.interface);
      cards.set(card.interface, same?.source === source ? same : { ...renderCard(card, text), source });
    }
  }
  return cards;
}

function renderCard({ interface: card, mac }: TargetCard, text: string): Omit<Card, 'source'> {
  // Rules that cannot be read must not open the machine.
  const policy = text === '' ? undefined : (checkPolicy(parsePolicy(text)) ?? ISOLATED);
  const chains: Chain[] = [];
  const sets: string[] = [];
  for (const direction of ['inbound', 'outbound'] as const) {
    const name = `${direction === 'inbound' ? 'in' : 'out'}_${card}`;
    const body = policy && (direction === 'inbound' ? readInbound : readOutbound)(policy, name);
    if (!body || body.lines.length === 0) continue;
    chains.push({ direction, name, lines: body.lines });
    sets.push(...body.sets);
  }
  return { interface: card, mac, sets, chains };
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

/**
 * nftables reads all sets of the table for each change, so a line per network or port is faster for a few. The lines are
 * never more than the networks of the rules.
 */
const FEWEST_IN_SET = 8;
const NONE: Body = { sets: [], lines: [] };
const DROP: Body = { sets: [], lines: ['drop'] };

function readInbound({ isolated, inbound }: FirewallPolicy, name: string): Body {
  if (isolated) return DROP;
  return inbound === null ? NONE : allow(inbound, 'saddr', name);
}

function readOutbound({ isolated, blockSmtp, outbound }: FirewallPolicy, name: string): Body {
  if (isolated) return DROP;
  const { sets, lines } = outbound === null ? NONE : allow(outbound, 'daddr', name);
  return { sets, lines: [...(blockSmtp ? ['tcp dport 25 drop'] : []), ...lines] };
}

/** Rules with the same networks share a set, and those of one protocol a line. */
function allow(rules: readonly FirewallRule[], side: 'saddr' | 'daddr', name: string): Body {
  const sets: string[] = [];
  const lines: string[] = [];
  for (const [networks, some] of Map.groupBy(rules, (rule) => rule.networks.join())) {
    const parsed = networks.split(',').filter(Boolean).map(parseNetwork);
    for (const family of FAMILIES) {
      const own = withoutContained(parsed.filter(([address]) => address.kind() === family.kind));
      if (own.length === 0) continue;
      const protocols = renderProtocols(some, family.icmp);
      for (const where of findPlaces(own, family)) lines.push(...protocols.map((what) => `${where} ${what}return`));
    }
  }

  function findPlaces(own: readonly Network[], { name: ip, type }: (typeof FAMILIES)[number]): string[] {
    if (own.some(([, bits]) => bits === 0)) return [`meta protocol ${ip}`];
    const items = own.map(formatNetwork);
    if (items.length < FEWEST_IN_SET) return items.map((network) => `${ip} ${side} ${network}`);
    const set = `${name}_${sets.length}`;
    sets.push(`${set} { type ${type}; flags interval; ${elements(items)}}`);
    return [`${ip} ${side} @${set}`];
  }

  const known = `meta mark & ${KNOWN} == ${KNOWN} return`;
  return { sets, lines: [known, ...ALWAYS, ...DHCP[side], ...lines, 'drop'] };
}

const FAMILIES = [
  { kind: 'ipv4', name: 'ip', type: 'ipv4_addr', icmp: 'icmp' },
  { kind: 'ipv6', name: 'ip6', type: 'ipv6_addr', icmp: 'ipv6-icmp' },
] as const;

/** Returns the matches of rules with the same networks. */
function renderProtocols(rules: readonly FirewallRule[], icmp: string): string[] {
  if (rules.some(({ protocol }) => protocol === 'any')) return [''];
  return [...Map.groupBy(rules, ({ protocol }) => protocol)].flatMap(([protocol, some]) => {
    if (protocol === 'icmp') return [`meta l4proto ${icmp} `];
    const ports = some.map((rule) => rule.ports).filter((one) => one !== null);
    if (ports.length < some.length) return [`meta l4proto ${protocol} `];
    const joined = joinPorts(ports);
    if (joined.length < FEWEST_IN_SET) return joined.map((range) => `${protocol} dport ${range} `);
    return [`${protocol} dport { ${joined.join(', ')} } `];
  });
}

/** Joins ranges that overlap: nftables refuses sets whose elements do. */
function joinPorts(ports: readonly string[]): string[] {
  const ranges = ports.map((text) => {
    const [first = 0, last = first] = text.split('-').map(Number);
    return { first, last };
  });
  const joined: { first: number; last: number }[] = [];
  for (const { first, last } of ranges.sort((a, b) => a.first - b.first)) {
    const before = joined.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else joined.push({ first, last });
  }
  return joined.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`));
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
