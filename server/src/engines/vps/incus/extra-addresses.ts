import { isIP } from 'node:net';
import { EngineError, type OperationOptions } from '../../engine.ts';
import type { VpsAddress } from '../driver.ts';
import { isExtraCard, listOwnNics, nameExtraCard } from './addresses.ts';
import { needInstance } from './arrival.ts';
import { checkNetwork, filters } from './assigned.ts';
import { findNetwork } from './cards.ts';
import type { Context } from './context.ts';
import { hasHelper } from './firewall/capability.ts';
import { awaitHelper } from './firewall/confirm.ts';
import { nameInterface } from './firewall/target.ts';
import { pathOf } from './instances.ts';
import { setGuarded } from './set-guarded.ts';
import { notes } from './spec.ts';
import type { Devices, Instance, Settings } from './wire.ts';

/** Settings of the first NIC that belong to it alone. */
const OWN = new Set(['name', 'hwaddr', 'host_name', 'ipv4.address', 'ipv6.address']);

/** Gives a machine exactly these addresses beyond its own: a filtered NIC permits one address per family. */
export async function setExtraAddresses(
  context: Context,
  name: string,
  addresses: readonly VpsAddress[],
  { signal }: OperationOptions = {},
): Promise<void> {
  await context.operations.settle(name, { signal });
  const instance = await needInstance(context, name, { signal });
  const present = Object.keys(instance.devices).filter(isExtraCard);
  const wanted = new Set(addresses.map(({ address }) => nameExtraCard(address)));
  const gone = present.filter((card) => !wanted.has(card));
  if (gone.length > 0) await removeCards(context, instance, gone, signal);
  const fresh = addresses.filter(({ address }) => !present.includes(nameExtraCard(address)));
  if (fresh.length > 0) await addCards(context, await needInstance(context, name, { signal }), fresh, signal);
}

/** A change replaces or adds devices. Only a full description removes one. */
async function removeCards(
  context: Context,
  instance: Instance,
  gone: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const { architecture, description, ephemeral, profiles, config } = instance;
  const devices = Object.fromEntries(Object.entries(instance.devices).filter(([card]) => !gone.includes(card)));
  const body = { architecture, description, ephemeral, profiles, config, devices };
  await context.operations.run('PUT', pathOf(instance.name), { body, signal });
}

async function addCards(
  context: Context,
  instance: Instance,
  addresses: readonly VpsAddress[],
  signal?: AbortSignal,
): Promise<void> {
  const [first] = listOwnNics(instance);
  if (!first) throw new EngineError('refused', 'The server has no NIC.');
  const { network = '' } = first.device;
  const { config = {} } = (await findNetwork(context, first.device, signal)) ?? {};
  // A network whose settings we may not read is not checked.
  if (Object.keys(config).length > 0 && config['dns.mode'] !== 'none') {
    // LXD registers the name of a machine once per network, and refuses a second NIC there.
    const advice = `The network ${network} registers the names of servers, so a server has one NIC there. Set dns.mode=none.`;
    throw new EngineError('refused', advice);
  }
  for (const address of addresses) {
    const problem = await checkNetwork(context, first.device, { [familyOf(address)]: address }, signal);
    if (problem !== undefined) throw new EngineError('refused', problem);
  }
  const hasRules = Boolean(instance.config[notes.firewall]);
  const isNamed = hasRules || (await hasHelper(context, signal));
  const devices = Object.fromEntries(
    addresses.map((one) => {
      const card = nameExtraCard(one.address);
      const host = isNamed ? { host_name: nameInterface(context.project, instance.name, card) } : {};
      return [card, describeCard(first.device, one, host)];
    }),
  );
  if (hasRules) await expectCards(context, instance.name, devices, signal);
  await setGuarded(context, { config: {}, devices }, (body) => {
    refuseWithoutAddress(body.devices);
    return context.operations.run('PATCH', pathOf(instance.name), { body, signal });
  });
  if (!hasRules) return;
  await patchNote(context, instance.name, [], signal);
  await awaitHelper(context, instance.name, signal);
}

function familyOf({ address }: VpsAddress): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/**
 * Returns a NIC that permits this address alone. An IPv6 one permits no IPv4. LXD 5.0 cannot say the same of IPv6, so an
 * IPv4 one also permits the IPv6 address that the engine chooses for it, if the network gives any by DHCP.
 */
function describeCard(first: Settings, address: VpsAddress, host: Settings): Settings {
  const shared = Object.fromEntries(Object.entries(first).filter(([key]) => !OWN.has(key)));
  const fixed = { 'ipv4.address': 'none', [`${familyOf(address)}.address`]: address.address };
  return { ...shared, ...filters, ...fixed, ...host };
}

/** A host without packet filters cannot fix an IPv6 address: the machine could use any. */
function refuseWithoutAddress(cards: Devices): void {
  if (Object.values(cards).every((card) => card['ipv4.address'] !== 'none' || card['ipv6.address'])) return;
  throw new EngineError('refused', 'The host filters no packets, so it cannot give extra IPv6 addresses.');
}

/** Loads the packet rules for interfaces before they exist. */
async function expectCards(context: Context, name: string, devices: Devices, signal?: AbortSignal): Promise<void> {
  const hosts = Object.values(devices).flatMap(({ host_name }) => (host_name ? [host_name] : []));
  await patchNote(context, name, hosts, signal);
  await awaitHelper(context, name, signal);
}

function patchNote(context: Context, name: string, hosts: readonly string[], signal?: AbortSignal): Promise<void> {
  const config = { [notes.expected]: hosts.length === 0 ? '' : JSON.stringify(hosts) };
  return context.operations.run('PATCH', pathOf(name), { body: { config }, signal });
}
