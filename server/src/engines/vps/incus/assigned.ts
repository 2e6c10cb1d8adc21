import ipaddr from 'ipaddr.js';
import { EngineError, type OperationOptions } from '../../engine.ts';
import type { VpsAddress, VpsAddresses } from '../driver.ts';
import { findNetwork, type Network } from './cards.ts';
import type { Context } from './context.ts';
import { ensureProject, readProfile } from './project.ts';
import { notes } from './spec.ts';
import type { Devices, Instance, Settings } from './wire.ts';

type Family = 'ipv4' | 'ipv6';

const families: readonly Family[] = ['ipv4', 'ipv6'];
/** A bridged NIC with filters permits one address per family. */
export const filters = {
  'security.mac_filtering': 'true',
  'security.ipv4_filtering': 'true',
  'security.ipv6_filtering': 'true',
};

/** Returns the fixed addresses of a machine as a note, which stays through copies and restores. */
export function noteAssigned(addresses: VpsAddresses | undefined): Settings {
  return addresses ? { [notes.assigned]: JSON.stringify(addresses) } : {};
}

/** Returns the addresses that the machine was created with; undefined if the engine chose them. */
export function readAssigned({ config }: Pick<Instance, 'config'>): VpsAddresses | undefined {
  const noted = config[notes.assigned];
  return noted ? (JSON.parse(noted) as VpsAddresses) : undefined;
}

/** Returns the first NIC with the fixed addresses and the filters. Throws `refused` if its network cannot give them. */
export async function assignCard(
  context: Context,
  devices: Devices,
  addresses: VpsAddresses | undefined,
  signal?: AbortSignal,
): Promise<Devices> {
  if (!addresses) return {};
  const card = findCard(devices);
  const network = card && (await findNetwork(context, card.device, signal));
  const problem = findProblem(card?.device.network, network, addresses);
  if (problem !== undefined || !card) {
    throw new EngineError('refused', problem ?? 'The profile of new servers has no NIC.');
  }
  const fixed = families.flatMap((family) => {
    const address = addresses[family];
    return address ? [[`${family}.address`, address.address] as const] : [];
  });
  return { [card.name]: { ...card.device, ...filters, ...Object.fromEntries(fixed) } };
}

/** Returns why the network of new machines cannot give these addresses. */
export async function checkAssigned(
  context: Context,
  addresses: VpsAddresses,
  { signal }: OperationOptions = {},
): Promise<string | undefined> {
  await ensureProject(context, signal);
  const { profile } = await readProfile(context, signal);
  const card = findCard(profile.devices);
  if (!card) return 'The profile of new servers has no NIC.';
  return findProblem(card.device.network, await findNetwork(context, card.device, signal), addresses);
}

/** Returns why the network of a NIC cannot give these addresses. */
export async function checkNetwork(
  context: Context,
  device: Settings,
  addresses: VpsAddresses,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return findProblem(device.network, await findNetwork(context, device, signal), addresses);
}

function findCard(devices: Devices) {
  const found = Object.entries(devices).find(([, device]) => device.type === 'nic');
  return found && { name: found[0], device: found[1] };
}

/** A network whose settings we may not read is not checked. */
function findProblem(
  name: string | undefined,
  network: Network | undefined,
  addresses: VpsAddresses,
): string | undefined {
  if (!name) return 'The NIC of new servers is not on a network of the engine. Fixed addresses need a managed bridge.';
  if (!network) return undefined;
  if (!network.managed || network.type !== 'bridge') {
    return `The network ${name} is not a managed bridge. Only a managed bridge can give and filter fixed addresses.`;
  }
  if (Object.keys(network.config).length === 0) return undefined;
  for (const family of families) {
    const address = addresses[family];
    const problem = address && findFamilyProblem(name, network.config, family, address);
    if (problem) return problem;
  }
  return undefined;
}

function findFamilyProblem(
  name: string,
  config: Settings,
  family: Family,
  { address, gateway }: VpsAddress,
): string | undefined {
  const subnet = config[`${family}.address`] ?? 'none';
  if (!subnet.includes('/') || !isInside(address, subnet)) {
    return `The network ${name} has ${subnet} as ${family}.address, which does not contain ${address}. Add the subnet of the pool to the network.`;
  }
  const router = config[`${family}.dhcp.gateway`] ?? subnet.split('/', 1)[0] ?? '';
  if (!isEqual(router, gateway)) {
    return `The network ${name} tells servers the gateway ${router}, not ${gateway}. Create the pool with this gateway.`;
  }
  if (config[`${family}.dhcp`] === 'false') {
    return `The network ${name} has ${family}.dhcp=false, so servers do not learn their address. Enable it.`;
  }
  if (family === 'ipv6' && config['ipv6.dhcp.stateful'] !== 'true') {
    return `The network ${name} lets servers choose their IPv6 address. Set ipv6.dhcp.stateful=true.`;
  }
  const ranges = config[`${family}.dhcp.ranges`];
  if (!ranges) {
    return `The network ${name} gives all its addresses by DHCP. Set ${family}.dhcp.ranges to a range outside the pool.`;
  }
  const range = ranges.split(',').find((one) => isInRange(address, one));
  if (range === undefined) return undefined;
  return `The network ${name} gives ${address} by DHCP (${range.trim()}). Reserve this range in the pool, or change ${family}.dhcp.ranges.`;
}

function isInside(address: string, subnet: string): boolean {
  const [parsed, [network, bits]] = [ipaddr.parse(address), ipaddr.parseCIDR(subnet)];
  return parsed.kind() === network.kind() && parsed.match(network, bits);
}

function isEqual(a: string, b: string): boolean {
  return ipaddr.isValid(a) && ipaddr.parse(a).toNormalizedString() === ipaddr.parse(b).toNormalizedString();
}

function isInRange(address: string, range: string): boolean {
  const [first = '', last = first] = range.trim().split('-');
  if (!ipaddr.isValid(first) || !ipaddr.isValid(last)) return false;
  const [bytes, low, high] = [address, first, last].map((one) => Buffer.from(ipaddr.parse(one).toByteArray()));
  return bytes !== undefined && low !== undefined && high !== undefined
    ? Buffer.compare(low, bytes) <= 0 && Buffer.compare(bytes, high) <= 0
    : false;
}
