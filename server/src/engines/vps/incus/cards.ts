import type { VpsBounds } from '../driver.ts';
import type { Context } from './context.ts';
import { ApiError } from './errors.ts';
import { findRoot } from './spec.ts';
import type { Devices, Settings } from './wire.ts';

export interface Network {
  managed: boolean;
  type: string;
  /** Empty if we may not read it. */
  config: Settings;
}

export type Family = 'ipv4' | 'ipv6';

const families: readonly Family[] = ['ipv4', 'ipv6'];

/** Returns the devices that get guards: the NICs, and the root disk if the plan limits it. */
export async function guardDevices(
  context: Context,
  devices: Devices,
  bounds: VpsBounds = {},
  signal?: AbortSignal,
): Promise<Devices> {
  const root = findRoot(devices);
  const limited =
    root && bounds.diskIops !== undefined ? { [root.name]: { ...root.device, ...limitDisk(bounds.diskIops) } } : {};
  return { ...(await guardCards(context, devices, bounds, signal)), ...limited };
}

/** Returns the NICs with filters on outgoing traffic, and the limits of the plan. */
async function guardCards(
  context: Context,
  devices: Devices,
  { networkMbps }: VpsBounds,
  signal?: AbortSignal,
): Promise<Devices> {
  const limit = networkMbps === undefined ? {} : limitCard(networkMbps);
  const cards = Object.entries(devices).filter(([, device]) => device.type === 'nic');
  const guarded = cards.map(async ([name, device]) => {
    const network = await findNetwork(context, device, signal);
    // Settings of the operator in the profile take precedence.
    return [name, { ...(network ? filterCard(network) : {}), ...device, ...limit }] as const;
  });
  return Object.fromEntries(await Promise.all(guarded));
}

function limitDisk(iops: number): Settings {
  return { 'limits.read': `${iops}iops`, 'limits.write': `${iops}iops` };
}

function limitCard(mbps: number): Settings {
  return { 'limits.ingress': `${mbps}Mbit`, 'limits.egress': `${mbps}Mbit` };
}

/**
 * The engine filters only on its own bridges; OVN always does. It allows the addresses it assigned to a NIC, and blocks
 * a family it does not assign at all. So a family that comes from outside, through an interface of the host, is not
 * filtered.
 */
export function filterCard({ managed, type, config }: Network): Settings {
  if (!managed || type !== 'bridge') return {};
  const mac = { 'security.mac_filtering': 'true' };
  const isHidden = Object.keys(config).length === 0;
  const given = families.filter((family) => isHidden || givesOut(config, family));
  if (given.length === 0) return mac;
  const isClosed = !config['bridge.external_interfaces'];
  const filtered = families.filter((family) => given.includes(family) || isClosed);
  return { ...mac, ...Object.fromEntries(filtered.map((family) => [`security.${family}_filtering`, 'true'])) };
}

export function givesOut(config: Settings, family: Family): boolean {
  const address = config[`${family}.address`];
  return address !== undefined && address !== '' && address !== 'none' && config[`${family}.dhcp`] !== 'false';
}

/** Returns undefined for a NIC without a network of the engine, and for a network that we may not read. */
export async function findNetwork(
  context: Context,
  { network }: Settings,
  signal?: AbortSignal,
): Promise<Network | undefined> {
  if (!network) return undefined;
  try {
    const path = `/1.0/networks/${encodeURIComponent(network)}`;
    return (await context.client.call<Network>('GET', path, { signal })).metadata;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
