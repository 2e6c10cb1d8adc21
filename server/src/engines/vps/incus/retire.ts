import { listNics } from './addresses.ts';
import { claimAddresses, finishArrival, listArriving, listHardware, nameArriving } from './arrival.ts';
import type { Context } from './context.ts';
import { ApiError, failNotFound } from './errors.ts';
import { findInstance, haltNow, isOff, isRunning, pathOf, removeInstance, whenFree } from './instances.ts';
import { boot } from './power.ts';
import { notes } from './spec.ts';
import type { Devices, Instance, Settings } from './wire.ts';

/** Data that a replaced machine needs to return. It is noted on the machine before the machine loses its name. */
export interface Retired {
  wasRunning: boolean;
  /** Hardware addresses and instance id. */
  mark: Settings;
  /** NICs with their fixed addresses. */
  cards: Devices;
}

const identity = 'volatile.cloud-init.instance-id';

/** Reads the note of a machine that is about to be replaced, or describes it if it has none. */
export function describeRetired(instance: Instance): Retired {
  const noted = instance.config[notes.retired];
  if (noted) return JSON.parse(noted);
  const who = instance.config[identity];
  return {
    wasRunning: isRunning(instance),
    mark: { ...listHardware(instance.config), ...(who ? { [identity]: who } : {}) },
    cards: Object.fromEntries(listNics(instance).map(({ name, device }) => [name, device])),
  };
}

/** Returns the machine that a rebuild has renamed and not deleted yet. */
export async function findRetired(context: Context, name: string, signal?: AbortSignal): Promise<Instance | undefined> {
  for (const left of await listArriving(context, name, signal)) {
    const instance = await findInstance(context, left, { signal });
    if (instance?.config[notes.retired]) return instance;
  }
  return undefined;
}

/**
 * Stops a machine, and takes its addresses and its name from it. The addresses go first, and at once to the incoming
 * machine: the engine refuses to give them twice.
 */
export async function retire(
  context: Context,
  name: string,
  { old, before, arriving }: { old: Instance; before: Retired; arriving: string },
  signal?: AbortSignal,
): Promise<void> {
  await release(context, old, before, { [notes.retired]: JSON.stringify(before) }, signal);
  await claimAddresses(context, arriving, signal);
  if (old.name === name) await moveAside(context, name, signal);
}

/** Stops a machine and takes its addresses, in the same change that notes them. */
async function release(
  context: Context,
  { name }: Instance,
  { mark, cards }: Retired,
  note: Settings,
  signal?: AbortSignal,
): Promise<void> {
  await whenFree(async () => {
    const now = await findInstance(context, name, { signal });
    if (now && !isOff(now)) await haltNow(context, name, signal);
  }, signal);
  const hardware = Object.fromEntries(Object.keys(listHardware(mark)).map((key) => [key, '']));
  const config = { ...hardware, ...note, 'volatile.last_state.power': 'STOPPED' };
  // Without its NICs: the engine would keep the addresses of a filtered NIC reserved for this machine.
  const devices = Object.fromEntries(Object.keys(cards).map((card) => [card, { type: 'none' }]));
  await context.operations.run('PATCH', pathOf(name), { body: { config, devices }, signal });
}

function moveAside(context: Context, name: string, signal?: AbortSignal): Promise<void> {
  return context.operations.run('POST', pathOf(name), { body: { name: nameArriving(name) }, signal });
}

/**
 * Gives a replaced machine its name and its addresses back, and boots it if it ran. Does nothing without one. The new
 * machine is deleted last. If the engine refuses the name to the old machine, the new one has it again.
 */
export async function bringBack(context: Context, name: string, signal?: AbortSignal): Promise<void> {
  const here = await findInstance(context, name, { signal });
  const old = here?.config[notes.retired] ? here : await findRetired(context, name, signal);
  if (!old) return;
  const { mark, cards, wasRunning }: Retired = JSON.parse(old.config[notes.retired] ?? '{}');
  // Marked before the name is free: from then on, any worker can finish this.
  await context.operations.run('PATCH', pathOf(old.name), { body: { config: writeReturn({ mark, cards }) }, signal });
  for (const left of await listArriving(context, name, signal)) {
    if (left !== old.name) await unclaim(context, left, signal);
  }
  if (here && here.name !== old.name) await stepAside(context, here, signal);
  await finishReturn(context, name, old.name, signal);
  const back = await findInstance(context, name, { signal });
  if (!back) throw failNotFound();
  for (const left of await listArriving(context, name, signal)) await removeInstance(context, left, signal);
  if (wasRunning) await boot(context, back, signal);
}

/** Returns the notes with which a machine gets its addresses as soon as it has its name. */
function writeReturn({ mark, cards }: Pick<Retired, 'mark' | 'cards'>): Settings {
  return { [notes.arriving]: JSON.stringify(mark), [notes.cards]: JSON.stringify(cards) };
}

/** Takes addresses and name from a new machine, which then waits for them as before it had them. */
async function stepAside(context: Context, fresh: Instance, signal?: AbortSignal): Promise<void> {
  const before = describeRetired(fresh);
  await release(context, fresh, before, fresh.config[notes.arriving] ? {} : writeReturn(before), signal);
  await moveAside(context, fresh.name, signal);
}

/** Takes the addresses from a complete incoming machine. One that the engine cannot change any more is removed. */
async function unclaim(context: Context, arriving: string, signal?: AbortSignal): Promise<void> {
  const fresh = await findInstance(context, arriving, { signal });
  if (!fresh?.config[notes.arriving]) return;
  try {
    await release(context, fresh, describeRetired(fresh), {}, signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await removeInstance(context, arriving, signal);
  }
}

async function finishReturn(context: Context, name: string, old: string, signal?: AbortSignal): Promise<void> {
  try {
    await finishArrival(context, name, signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.status, `The replaced instance ${old} did not get its name back: ${error.message}`);
  }
}

/**
 * Brings the old machine back if a rebuild failed before the new one had the name: the old one is recorded. Does nothing
 * otherwise.
 */
export async function undoRebuild(context: Context, name: string, signal?: AbortSignal): Promise<void> {
  const here = await findInstance(context, name, { signal });
  if (!here || here.config[notes.retired]) await bringBack(context, name, signal);
}
