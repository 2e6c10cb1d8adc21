import { isIP } from 'node:net';
import { notes } from './spec.ts';
import type { Devices, Instance, Interface, Settings } from './wire.ts';

export interface Addresses {
  ipv4: string[];
  ipv6: string[];
}

export interface Nic {
  /** What the device is called in the settings. */
  name: string;
  device: Settings;
  hwaddr: string | undefined;
}

/**
 * Of each kind. Whoever is root inside can give the machine thousands, and each would be in every answer about it; those
 * of a virtual machine he can make up.
 */
const MAX_ADDRESSES = 16;

/** Inside a virtual machine an interface may be called anything, so it is known by its hardware address. */
export function listNics({ expanded_devices: devices, config }: Instance): Nic[] {
  return Object.entries(devices)
    .filter(([, device]) => device.type === 'nic')
    .map(([name, device]) => ({ name, device, hwaddr: device.hwaddr ?? config[`volatile.${name}.hwaddr`] }));
}

/**
 * What it has while it runs; what it is known to get while it does not, or has not got it yet. Link-local addresses
 * and those of networks inside the machine are nobody's business.
 */
export function readAddresses(instance: Instance): Addresses {
  return fillUp(readLive(instance), readKnown(instance));
}

/**
 * What the one that takes its place shall have: what is fixed, and only where nothing is, what it shows. Whoever is root
 * inside can show any address, a neighbour's too; and an engine that has just come back may have given it another one.
 */
export function readKept(instance: Instance): Addresses {
  return fillUp(readFixed(instance), readAddresses(instance));
}

/** Those of a kind that is missing come from the others. */
function fillUp(first: Addresses, others: Addresses): Addresses {
  return {
    ipv4: first.ipv4.length > 0 ? first.ipv4 : others.ipv4,
    ipv6: first.ipv6.length > 0 ? first.ipv6 : others.ipv6,
  };
}

export function readLive(instance: Instance): Addresses {
  const interfaces = Object.entries(instance.state?.network ?? {});
  const found = listNics(instance).flatMap((nic) => {
    const match = interfaces.find(([name, one]) => isSame(nic, name, one));
    return match?.[1].addresses?.filter(({ scope }) => scope === 'global') ?? [];
  });
  const ofFamily = (family: string) =>
    found
      .filter((one) => one.family === family)
      .map(({ address }) => address)
      .filter((address) => isIP(address) !== 0)
      .slice(0, MAX_ADDRESSES);
  return { ipv4: ofFamily('inet'), ipv6: ofFamily('inet6') };
}

function isSame({ device, name, hwaddr }: Nic, interfaceName: string, { hwaddr: seen }: Interface): boolean {
  return hwaddr ? seen.toLowerCase() === hwaddr.toLowerCase() : interfaceName === (device.name ?? name);
}

/** What is fixed in its settings, else what was seen last. */
export function readKnown(instance: Instance): Addresses {
  const seen = (key: string) => instance.config[key]?.split(',').filter((address) => address !== '') ?? [];
  return fillUp(readFixed(instance), { ipv4: seen(notes.ipv4), ipv6: seen(notes.ipv6) });
}

function readFixed(instance: Instance): Addresses {
  const fixed = (key: 'ipv4.address' | 'ipv6.address') =>
    listNics(instance).flatMap(({ device }) => (device[key] && device[key] !== 'none' ? [device[key]] : []));
  return { ipv4: fixed('ipv4.address'), ipv6: fixed('ipv6.address') };
}

/** Two machines with one fixed address keep each other, and a third, from booting. */
export function releaseCards(devices: Devices): Devices {
  return Object.fromEntries(
    Object.entries(devices).map(([name, { 'ipv4.address': _ipv4, 'ipv6.address': _ipv6, ...rest }]) => [name, rest]),
  );
}
