import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type OperationOptions } from '../../../engine.ts';
import type { FirewallPolicy } from '../../firewall.ts';
import { listNics } from '../addresses.ts';
import { needInstance } from '../arrival.ts';
import { findNetwork } from '../cards.ts';
import type { Context } from '../context.ts';
import { ApiError, failNotFound } from '../errors.ts';
import { findInstance, pathOf } from '../instances.ts';
import { isOurs, notes } from '../spec.ts';
import type { Devices, Instance } from '../wire.ts';
import { hasHelper } from './capability.ts';
import { isConfirmed, nameInterface, parsePolicy } from './target.ts';

const patienceMs = 15_000;
const [firstPauseMs, longestPauseMs] = [30, 500];

/** Writes the packet rules of a machine, and waits until the helper of its host has loaded them. */
export async function setPolicy(
  context: Context,
  name: string,
  policy: FirewallPolicy,
  { signal }: OperationOptions = {},
): Promise<void> {
  const instance = await needInstance(context, name, { signal });
  const current = parsePolicy(instance.config[notes.firewall]);
  if (!current || current.version <= policy.version) {
    const config = { [notes.firewall]: JSON.stringify(policy) };
    await context.operations.run('PATCH', pathOf(instance.name), { body: { config }, signal });
  }
  await awaitHelper(context, name, signal);
}

interface PrepareOptions extends OperationOptions {
  /** Uses other names than the first attempt. */
  again?: boolean;
}

/**
 * Prepares the network of a stopped machine for a helper: names its host interfaces and waits until its packet rules are
 * loaded for them. No packet passes before. Returns the changed machine.
 */
export async function prepareNetwork(
  context: Context,
  instance: Instance,
  { signal, again = false }: PrepareOptions = {},
): Promise<Instance> {
  if (!isOurs(instance, instance.name)) return instance;
  const hasRules = Boolean(instance.config[notes.firewall]);
  if (!hasRules && !(await hasHelper(context, signal))) return instance;
  const devices = await nameCards(context, instance, again, signal);
  if (Object.keys(devices).length > 0) {
    try {
      await context.operations.run('PATCH', pathOf(instance.name), { body: { devices }, signal });
    } catch (error) {
      // The network does not allow it. Without rules the name does not matter; with rules nobody confirms them below.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  const named = {
    ...instance,
    devices: { ...instance.devices, ...devices },
    expanded_devices: { ...instance.expanded_devices, ...devices },
  };
  if (hasRules) await awaitHelper(context, instance.name, signal);
  return named;
}

/** Returns the NICs on bridges that do not have their host interface name yet. */
async function nameCards(context: Context, instance: Instance, again: boolean, signal?: AbortSignal): Promise<Devices> {
  const named: Record<string, Devices[string]> = {};
  for (const { name, device } of listNics(instance)) {
    const host_name = nameInterface(context.project, instance.name, again ? `${name}/again` : name);
    if (device.host_name === host_name) continue;
    const network = await findNetwork(context, device, signal);
    if (network?.managed && network.type === 'bridge') named[name] = { ...device, host_name };
  }
  return named;
}

export async function awaitHelper(context: Context, name: string, signal?: AbortSignal): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const instance = await findInstance(context, name, { signal });
    if (!instance) throw failNotFound();
    if (isConfirmed(instance)) return;
    if (performance.now() > deadline) break;
    await sleep(pauseMs, undefined, signal ? { signal } : {});
  }
  throw new EngineError('unreachable', 'The firewall could not be applied: its host does not answer. It is retried.', {
    cause: new Error(`No firewall helper confirmed the rules of ${name}. Start hostler firewall-helper on its host.`),
  });
}
