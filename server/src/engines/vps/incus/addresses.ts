import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readAssigned } from './assigned.ts';
import { notes } from './spec.ts';
import type { Devices, Instance, Interface, Settings } from './wire.ts';

export interface Addresses {
  ipv4: string[];
  ipv6: string[];
}

export interface Nic {
  /** Name of the device in the settings. */
  name: string;
  device: Settings;
  hwaddr: string | undefined;
}

/**
 * Limit per kind. Root inside can add thousands, which would be in every response, and can fake those of a virtual
 * machine.
 */
const MAX_ADDRESSES = 16;

/** Inside a virtual machine an interface may have any name, so it is identified by its hardware address. */
export function listNics({ expanded_devices: devices, config }: Instance): Nic[] {
  return Object.entries(devices)
    .filter(([, device]) => device.type === 'nic')
    .map(([name, device]) => ({ name, device, hwaddr: device.hwaddr ?? config[`volatile.${name}.hwaddr`] }));
}

/** Returns the NICs without those of extra addresses. */
export function listOwnNics(instance: Instance): Nic[] {
  return listNics(instance).filter(({ name }) => !isExtraCard(name));
}

/** Each extra address has a NIC, named after it. An IPv6 address can be written in several ways, so all parts are named. */
export function nameExtraCard(address: string): string {
  return `extra-${ipaddr.parse(address).toNormalizedString().replaceAll(/[.:]/g, '-')}`;
}

export function isExtraCard(name: string): boolean {
  return /^extra-(\d+(-\d+){3}|[\da-f]+(-[\da-f]+){7})$/.test(name);
}

/** Removes the NICs of extra addresses. */
export function withoutExtraCards(devices: Devices): Devices {
  return Object.fromEntries(Object.entries(devices).filter(([name]) => !isExtraCard(name)));
}

/**
 * Returns the addresses that were given to a machine, the only ones it can use. Of a family without one, returns those
 * that it shows, or the known ones if it does not run or has none yet. Excludes link-local addresses and those of
 * networks inside the machine.
 */
export function readAddresses(instance: Instance): Addresses {
  return fillUp(readGiven(instance), fillUp(readLive(instance), readKnown(instance)));
}

/**
 * Returns the addresses for its replacement: the fixed ones, and only without any, the ones it shows. Root inside can
 * show any address, even a neighbour's, and a restarted engine may have assigned another one.
 */
export function readKept(instance: Instance): Addresses {
  return fillUp(readFixed(instance), readAddresses(instance));
}

/** Returns the addresses given at the creation. Root inside cannot change them. */
export function readGiven(instance: Pick<Instance, 'config'>): Addresses {
  const { ipv4, ipv6 } = readAssigned(instance) ?? {};
  return { ipv4: ipv4 ? [ipv4.address] : [], ipv6: ipv6 ? [ipv6.address] : [] };
}

/** Takes IPv4 and IPv6 addresses from `first`, or from `others` if `first` has none of that kind. */
export function fillUp(first: Addresses, others: Addresses): Addresses {
  return {
    ipv4: first.ipv4.length > 0 ? first.ipv4 : others.ipv4,
    ipv6: first.ipv6.length > 0 ? first.ipv6 : others.ipv6,
  };
}

export function readLive(instance: Instance): Addresses {
  const interfaces = Object.entries(instance.state?.network ?? {});
  const found = listOwnNics(instance).flatMap((nic) => {
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

/** Returns the addresses fixed in its settings, or the last seen ones. */
export function readKnown(instance: Instance): Addresses {
  const seen = (key: string) => instance.config[key]?.split(',').filter((address) => address !== '') ?? [];
  return fillUp(readFixed(instance), { ipv4: seen(notes.ipv4), ipv6: seen(notes.ipv6) });
}

function readFixed(instance: Instance): Addresses {
  const fixed = (key: 'ipv4.address' | 'ipv6.address') =>
    listOwnNics(instance).flatMap(({ device }) => (device[key] && device[key] !== 'none' ? [device[key]] : []));
  return { ipv4: fixed('ipv4.address'), ipv6: fixed('ipv6.address') };
}

/** Returns all addresses that a machine keeps from others, also while it is stopped. */
export function listClaimed(instance: Instance): string[] {
  const fixed = listNics(instance).flatMap(({ device }) => [device['ipv4.address'], device['ipv6.address']]);
  const { ipv4, ipv6 } = readKnown(instance);
  return [...fixed, ...ipv4, ...ipv6].flatMap((address) => (address && isIP(address) !== 0 ? [address] : []));
}

/** Removes fixed addresses: two machines with the same one prevent each other, and a third, from booting. */
export function releaseCards(devices: Devices): Devices {
  return Object.fromEntries(
    Object.entries(devices).map(([name, { 'ipv4.address': _ipv4, 'ipv6.address': _ipv6, ...rest }]) => [name, rest]),
  );
}
