import { createHash, randomBytes } from 'node:crypto';
import { readKnown } from './addresses.ts';
import type { Context } from './context.ts';
import { ApiError, failNotFound } from './errors.ts';
import { fixAddresses } from './first-address.ts';
import { type FindOptions, findInstance, listNames, pathOf } from './instances.ts';
import { notes } from './spec.ts';
import type { Devices, Instance, Settings } from './wire.ts';

const longestName = 63;
const infix = '-NEW-';
const tagDigits = 6;
const pattern = new RegExp(`${infix}[0-9a-f]{${tagDigits}}$`);

/** Instance id by which the system inside detects whether it is a copy that must set itself up again. */
const identity = 'volatile.cloud-init.instance-id';
const template = 'volatile.apply_template';
const hardware = /^volatile\.[^.]+\.hwaddr$/;

/**
 * Returns a temporary name for an incoming machine, next to the one it replaces. Our names have no capitals, so it is
 * unused. It is random, because an engine that crashed with it keeps its folder for ever.
 */
export function nameArriving(name: string): string {
  return `${prefixArriving(name)}${randomBytes(tagDigits / 2).toString('hex')}`;
}

export function isArriving(name: string): boolean {
  return pattern.test(name);
}

function prefixArriving(name: string): string {
  const room = longestName - infix.length - tagDigits;
  if (name.length <= room) return `${name}${infix}`;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${name.slice(0, room - hash.length - 1)}-${hash}${infix}`;
}

/** Returns all incoming machines for this name, complete or not. */
export async function listArriving(context: Context, name: string, signal?: AbortSignal): Promise<string[]> {
  const prefix = prefixArriving(name);
  const names = await listNames(context, signal);
  return names.filter((one) => one.startsWith(prefix) && isArriving(one));
}

/** Returns the incoming machine that is complete except for its name, and gets it next. */
export async function findComplete(
  context: Context,
  name: string,
  signal?: AbortSignal,
): Promise<Instance | undefined> {
  return (await listComplete(context, name, signal))[0];
}

async function listComplete(context: Context, name: string, signal?: AbortSignal): Promise<Instance[]> {
  const found: Instance[] = [];
  for (const arriving of await listArriving(context, name, signal)) {
    const instance = await findInstance(context, arriving, { signal });
    if (instance) found.push(instance);
  }
  return sortComplete(found);
}

/** Returns the complete ones among the incoming machines of one name. A replaced machine that returns comes first. */
export function sortComplete(incoming: readonly Instance[]): Instance[] {
  const complete = incoming.filter(({ config }) => config[notes.arriving]);
  const isReturning = ({ config }: Instance) => Boolean(config[notes.retired]);
  return [...complete.filter(isReturning), ...complete.filter((one) => !isReturning(one))];
}

/**
 * Returns the values to restore once the machine has its name: its instance id, and the hardware addresses of the
 * replaced one.
 */
export function writeMark(instance: Instance, replaced = instance): string {
  const who = instance.config[identity];
  return JSON.stringify({ ...listHardware(replaced.config), ...(who ? { [identity]: who } : {}) });
}

/** Addresses that a network derives from the hardware stay the same with it. */
export function listHardware(config: Settings): Settings {
  return Object.fromEntries(Object.entries(config).filter(([key]) => hardware.test(key)));
}

/**
 * Returns the machine of this name, including one that a dead worker left before the last step. Throws `not_found`
 * without one.
 */
export async function needInstance(context: Context, name: string, options: FindOptions = {}): Promise<Instance> {
  const found = await findInstance(context, name, options);
  if (found && !found.config[notes.arriving]) return found;
  await finishArrival(context, name, options.signal);
  const arrived = await findInstance(context, name, options);
  if (!arrived) throw failNotFound();
  return arrived;
}

/**
 * Renames a complete machine once its name is free, and sets its addresses. Any worker may do so at any time: the mark
 * on the machine says that it is complete, and is removed last.
 */
export async function finishArrival(context: Context, name: string, signal?: AbortSignal): Promise<void> {
  const here = await findInstance(context, name, { signal });
  if (here) return await settleIn(context, here, signal);
  await takeName(context, await listComplete(context, name, signal), name, signal);
  const renamed = await findInstance(context, name, { signal });
  if (renamed) await settleIn(context, renamed, signal);
}

/**
 * Gives the name to the first machine. If the engine refuses, the next one gets it, so that the server has a machine.
 * The refusal is thrown in any case.
 */
async function takeName(
  context: Context,
  [first, ...others]: readonly Instance[],
  name: string,
  signal?: AbortSignal,
): Promise<void> {
  if (!first) return;
  const { operations } = context;
  await operations.settle(first.name, { signal });
  // The operation that was awaited may have been this step.
  if (!(await findInstance(context, first.name, { signal }))) return;
  try {
    await operations.run('POST', pathOf(first.name), { body: { name }, signal });
  } catch (error) {
    if (error instanceof ApiError) await takeName(context, others, name, signal).catch(() => {});
    throw error;
  }
}

/** Restores instance id and addresses, so that the system inside notices no change. */
async function settleIn(context: Context, instance: Instance, signal?: AbortSignal): Promise<void> {
  const mark = instance.config[notes.arriving];
  if (!mark) return;
  const before = JSON.parse(mark) as Settings;
  const cards = listHardware(before);
  const devices = await listKept(context, instance, signal);
  const anew = { [notes.ipv4]: '', [notes.ipv6]: '' };
  await patchFirst(context, instance.name, signal, [
    { config: cards, devices },
    // Others have its addresses or hardware addresses by now: it gets new ones at boot.
    { config: { ...cards, ...anew } },
    { config: anew },
  ]);
  const done = { [notes.arriving]: '', [notes.cards]: '', [notes.retired]: '', [template]: '' };
  // A restricted project does not allow setting the instance id.
  await patchFirst(context, instance.name, signal, [{ config: { ...before, ...done } }, { config: done }]);
}

/**
 * Gives an incoming machine its addresses before it has its name. Otherwise the engine assigns them to the next machine
 * that somebody creates.
 */
export async function claimAddresses(context: Context, arriving: string, signal?: AbortSignal): Promise<void> {
  const instance = await findInstance(context, arriving, { signal });
  if (!instance) return;
  const devices = await listKept(context, instance, signal);
  try {
    await context.operations.run('PATCH', pathOf(arriving), { body: { devices }, signal });
  } catch (error) {
    // They are set again with the name, where a refusal has its answer.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Returns the NICs of an incoming machine with the addresses that it keeps. */
async function listKept(context: Context, instance: Instance, signal?: AbortSignal): Promise<Devices> {
  const kept: Devices = JSON.parse(instance.config[notes.cards] || '{}');
  return { ...(await fixAddresses(context, instance, readKnown(instance), signal)), ...kept };
}

/** Makes the first of these changes that the engine accepts. */
async function patchFirst(
  context: Context,
  name: string,
  signal: AbortSignal | undefined,
  [change, ...others]: readonly { config: Settings; devices?: Devices }[],
): Promise<void> {
  try {
    await context.operations.run('PATCH', pathOf(name), { body: change, signal });
  } catch (error) {
    if (!(error instanceof ApiError) || others.length === 0) throw error;
    await patchFirst(context, name, signal, others);
  }
}
