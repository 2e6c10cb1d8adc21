/** Values that a system inside a server needs to configure an extra address. */
export interface AddressToSetUp {
  readonly address: string;
  readonly gateway: string;
}

/** Ways to set up a network interface: once, or by the files of the usual network services. */
export const SETUP_WAYS = ['ip', 'systemd-networkd', 'netplan', 'ifupdown'] as const;
export type SetupWay = (typeof SETUP_WAYS)[number];

/** Usual name of the first extra interface. */
const CARD = 'eth1';

/**
 * Returns the commands or the file that set up an extra address. The address has no network of its own, so that traffic
 * of the primary address never leaves through this interface, where it would be dropped.
 */
export function writeSetup(way: SetupWay, { address, gateway }: AddressToSetUp): string {
  const isIpv6 = address.includes(':');
  const [bits, ip] = isIpv6 ? [128, 'ip -6'] : [32, 'ip'];
  const [table, name] = [tableOf(address), address.replaceAll(/[.:]+/g, '-')];
  const [whole, router] = [`${address}/${bits}`, `${gateway}/${bits}`];
  const routes = [
    `${ip} route add ${router} dev ${CARD} table ${table}`,
    `${ip} route add default via ${gateway} dev ${CARD} table ${table}`,
  ];
  const rule = `from ${address} table ${table}`;
  const lines: Record<SetupWay, string[]> = {
    ip: [`ip link set ${CARD} up`, `${ip} address add ${whole} dev ${CARD}`, ...routes, `${ip} rule add ${rule}`],
    'systemd-networkd': [
      `# /etc/systemd/network/05-extra-${name}.network, then: networkctl reload`,
      ...['[Match]', `Name=${CARD}`, ''],
      ...['[Network]', 'DHCP=no', 'IPv6AcceptRA=no', `Address=${whole}`, ''],
      ...['[Route]', `Destination=${router}`, `Table=${table}`, ''],
      ...['[Route]', `Gateway=${gateway}`, `Table=${table}`, ''],
      ...['[RoutingPolicyRule]', `From=${address}`, `Table=${table}`],
    ],
    netplan: [
      `# /etc/netplan/60-extra-${name}.yaml, then: netplan apply`,
      ...['network:', '  version: 2', '  ethernets:', `    ${CARD}:`],
      ...['      accept-ra: false', `      addresses: ["${whole}"]`, '      routes:'],
      `        - {to: "${router}", scope: link, table: ${table}}`,
      `        - {to: "${isIpv6 ? '::/0' : '0.0.0.0/0'}", via: "${gateway}", table: ${table}}`,
      ...['      routing-policy:', `        - {from: "${address}", table: ${table}}`],
    ],
    ifupdown: [
      `# /etc/network/interfaces.d/extra-${name}, then: ifup ${CARD}`,
      ...[`auto ${CARD}`, `iface ${CARD} ${isIpv6 ? 'inet6' : 'inet'} static`, `  address ${whole}`],
      ...[...routes, `${ip} rule add ${rule}`].map((command) => `  up ${command}`),
      `  down ${ip} rule del ${rule}`,
    ],
  };
  return lines[way].join('\n');
}

/**
 * Returns a routing table for the address alone: addresses of one network differ in their last parts. The tables below
 * 256 are used by systems, and those from 1024 on are unknown to BusyBox.
 */
function tableOf(address: string): number {
  if (address.includes(':')) return 256 + (Number.parseInt(address.split(':').at(-1) || '0', 16) % 768);
  const [, , third = 0, fourth = 0] = address.split('.').map(Number);
  return 256 + ((third * 256 + fourth) % 768);
}
