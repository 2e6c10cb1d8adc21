import { createHash } from 'node:crypto';
import type { FirewallPolicy } from '../../firewall.ts';
import { listNics } from '../addresses.ts';
import { notes } from '../spec.ts';
import type { Instance } from '../wire.ts';

/** Note on the project, one per host: time of the last sign of life of its helper, in epoch seconds. */
export const helperNote = 'user.hostler.helper.';

/** An interface of the host that leads to a machine. */
export interface Card {
  interface: string;
  /** Empty until the engine has created the NIC. */
  mac: string;
}

/** A machine as the helper sees it. */
export interface Target {
  name: string;
  /** JSON of the policy; empty without one. */
  policy: string;
  cards: Card[];
}

const validInterface = /^[\w.-]{1,15}$/;
const validMac = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/;

/**
 * Returns the name of the host interface of a NIC. It is fixed, so that rules for it exist before the interface does.
 * An interface name has at most 15 characters.
 */
export function nameInterface(project: string, name: string, device: string): string {
  return `hf${createHash('sha256').update(`${project}/${name}/${device}`).digest('hex').slice(0, 12)}`;
}

/** Returns a machine with its interfaces: the fixed ones, or those it has since its last start. */
export function readTarget(instance: Instance): Target {
  const cards = listNics(instance).flatMap(({ name, device, hwaddr }): Card[] => {
    const host = device.host_name || instance.config[`volatile.${name}.host_name`] || '';
    const mac = hwaddr?.toLowerCase() ?? '';
    return validInterface.test(host) && validMac.test(mac) ? [{ interface: host, mac }] : [];
  });
  const known = new Set(cards.map((card) => card.interface));
  for (const host of readExpected(instance)) if (!known.has(host)) cards.push({ interface: host, mac: '' });
  const name = instance.config[notes.name] ?? instance.name;
  return { name, policy: instance.config[notes.firewall] ?? '', cards };
}

function readExpected({ config }: Instance): string[] {
  const names = JSON.parse(config[notes.expected] || '[]') as string[];
  return names.filter((name) => validInterface.test(name));
}

/** Returns the value with which the helper confirms that the rules of a machine are loaded for its interfaces. */
export function confirmationOf({ policy, cards }: Target): string {
  return createHash('sha256')
    .update(JSON.stringify([policy, cards]))
    .digest('hex')
    .slice(0, 32);
}

export function isConfirmed(instance: Instance): boolean {
  return instance.config[notes.firewallApplied] === confirmationOf(readTarget(instance));
}

/** Returns undefined without a policy, and for one that cannot be read. */
export function parsePolicy(text: string | undefined): FirewallPolicy | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as FirewallPolicy;
  } catch {
    return undefined;
  }
}
