import { setTimeout as sleep } from 'node:timers/promises';
import type { VpsAddresses } from '../driver.ts';
import { type Addresses, fillUp, listOwnNics, type Nic, readGiven, readLive } from './addresses.ts';
import { readAssigned } from './assigned.ts';
import { type Family, findNetwork, givesOut } from './cards.ts';
import type { Context } from './context.ts';
import { ApiError, failNotFound } from './errors.ts';
import { findInstance, isRunning, pathOf } from './instances.ts';
import { notes } from './spec.ts';
import type { Devices, Instance, Settings } from './wire.ts';

const firstPauseMs = 50;
const longestPauseMs = 1_000;
/** Time by which the second kind of address may follow the first, if it may never come. */
const straggleMs = 1_500;

/**
 * Waits until a booted machine has the addresses that its network assigns, and returns it, or returns it without after
 * a timeout. The engine has no event for this, so it is polled with growing delays.
 */
export async function awaitAddresses(context: Context, name: string, signal?: AbortSignal): Promise<Instance> {
  const deadline = performance.now() + context.addressSeconds * 1000;
  let wanted: ((live: Addresses) => boolean) | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const instance = await findInstance(context, name, { signal, withState: true });
    if (!instance) throw failNotFound();
    const nics = listOwnNics(instance);
    wanted ??= await expectAddresses(context, nics, readAssigned(instance), signal);
    if (nics.length === 0 || wanted(readLive(instance)) || !isRunning(instance) || performance.now() > deadline)
      return instance;
    await sleep(pauseMs, undefined, signal ? { signal } : {});
  }
}

/** Stores the addresses of a machine, and fixes them if the engine assigns them. */
export async function keepAddresses(
  context: Context,
  instance: Instance,
  further: Settings,
  signal?: AbortSignal,
): Promise<void> {
  const { ipv4, ipv6 } = fillUp(readGiven(instance), readLive(instance));
  const config = { ...further, [notes.ipv4]: ipv4.join(','), [notes.ipv6]: ipv6.join(',') };
  const devices = await fixAddresses(context, instance, { ipv4, ipv6 }, signal);
  const patch = (body: { config: Settings; devices?: Devices }) =>
    context.operations.run('PATCH', pathOf(instance.name), { body, signal });
  try {
    await patch({ config, devices });
  } catch (error) {
    if (!(error instanceof ApiError) || Object.keys(devices).length === 0) throw error;
    // Not every network supports fixed addresses; then there is only the lease.
    await patch({ config });
  }
}

/** Returns the first NIC with these addresses fixed, if its network supports that; otherwise an empty change. */
export async function fixAddresses(
  context: Context,
  instance: Instance,
  { ipv4: [ipv4], ipv6: [ipv6] }: Addresses,
  signal?: AbortSignal,
): Promise<Devices> {
  const [nic] = listOwnNics(instance);
  const network = nic && (await findNetwork(context, nic.device, signal));
  if (!nic || !network?.managed || !['bridge', 'ovn'].includes(network.type)) return {};
  // If machines choose their own addresses, only the filter enforces them.
  const canFix = network.config['ipv6.dhcp.stateful'] === 'true' || nic.device['security.ipv6_filtering'] === 'true';
  const fixed = { ...(ipv4 ? { 'ipv4.address': ipv4 } : {}), ...(ipv6 && canFix ? { 'ipv6.address': ipv6 } : {}) };
  return Object.keys(fixed).length > 0 ? { [nic.name]: { ...nic.device, ...fixed } } : {};
}

async function expectAddresses(context: Context, nics: readonly Nic[], given?: VpsAddresses, signal?: AbortSignal) {
  const networks = await Promise.all(nics.map((nic) => findNetwork(context, nic.device, signal)));
  const gives = (family: Family) => networks.some((network) => network?.managed && givesOut(network.config, family));
  // The machine can use no others than those of its pool.
  const expected = { ipv4: gives('ipv4') && (!given || Boolean(given.ipv4)), ipv6: gives('ipv6') };
  let firstSeen: number | undefined;
  return ({ ipv4, ipv6 }: Addresses): boolean => {
    const [has4, has6] = [ipv4.length > 0, ipv6.length > 0];
    if (has4 || has6 || (given && !given.ipv4)) firstSeen ??= performance.now();
    const isLate = firstSeen !== undefined && performance.now() - firstSeen > straggleMs;
    if (!expected.ipv4 && !expected.ipv6) return (has4 && has6) || isLate;
    // An image without DHCPv6 never shows the address of its pool, which is known.
    const needs6 = expected.ipv6 && !(isLate && given);
    return (has4 || !expected.ipv4) && (has6 || !needs6);
  };
}
