import { EngineError } from '../../engine.ts';
import type { RebuildOptions, VpsSpec } from '../driver.ts';
import { writeHostname, writeKeys, writeUserData } from './access.ts';
import { readKept, releaseCards } from './addresses.ts';
import { findComplete, finishArrival, listArriving, listHardware, nameArriving, writeMark } from './arrival.ts';
import type { Context } from './context.ts';
import { makeFromImage } from './create.ts';
import { ApiError, failNotFound } from './errors.ts';
import { awaitAddresses } from './first-address.ts';
import { findInstance, isRunning, pathOf, removeInstance } from './instances.ts';
import { boot } from './power.ts';
import { ensureProject } from './project.ts';
import { bringBack, describeRetired, findRetired, type Retired, retire } from './retire.ts';
import { checkSpec, findRoot, isOurs, notes, writeSettings } from './spec.ts';
import type { Devices, Instance, Settings } from './wire.ts';

/**
 * Creates a machine from the image under a temporary name, renames the old one, gives its name to the new one, boots it
 * and deletes the old one. Every step can be repeated. If the engine refuses one, the old machine returns.
 */
export async function rebuildInstance(context: Context, spec: VpsSpec, options: RebuildOptions): Promise<Instance> {
  const { token, signal } = options;
  const { name } = spec;
  checkSpec(spec);
  await ensureProject(context, signal);
  await context.operations.settle(name, { signal });
  await finishArrival(context, name, signal);
  const here = await findInstance(context, name, { signal, withState: true });
  const old = here?.config[notes.rebuilt] === token ? undefined : (here ?? (await findRetired(context, name, signal)));
  if (!here && !old) throw failNotFound();
  let booted: Instance;
  try {
    if (old) await replace(context, spec, old, options);
    const fresh = await findInstance(context, name, { signal });
    if (!fresh) throw failNotFound();
    await boot(context, fresh, signal);
    // A system that fails at once has ended by the time it has its addresses.
    booted = await awaitAddresses(context, name, signal);
    if (!isRunning(booted)) throw new EngineError('refused', 'The new system did not start.');
  } catch (error) {
    if (isRefusal(error)) await bringBack(context, name, signal);
    throw error;
  }
  await clear(context, name, undefined, signal);
  return booted;
}

/** An engine that cannot be reached is asked again, and then continues. */
function isRefusal(error: unknown): boolean {
  return error instanceof EngineError ? error.code !== 'unreachable' : error instanceof ApiError;
}

async function replace(context: Context, spec: VpsSpec, old: Instance, { token, signal }: RebuildOptions) {
  if (!isOurs(old, spec.name)) throw new EngineError('conflict', 'A different server with this name exists already.');
  await refuseSnapshots(context, old, signal);
  const before = describeRetired(old);
  const arriving =
    (await findMade(context, spec, old, token, signal)) ?? (await make(context, spec, { old, before, token, signal }));
  await retire(context, spec.name, { old, before, arriving }, signal);
  await finishArrival(context, spec.name, signal);
}

/** Returns the new machine if an earlier try went as far as to take the addresses from the old one. */
async function findMade(context: Context, { name }: VpsSpec, old: Instance, token: string, signal?: AbortSignal) {
  if (!old.config[notes.retired]) return undefined;
  const made = await findComplete(context, name, signal);
  return made?.config[notes.rebuilt] === token ? made.name : undefined;
}

interface Making extends RebuildOptions {
  old: Instance;
  before: Retired;
}

/** Creates the new machine beside the old one, and returns its name. */
async function make(context: Context, spec: VpsSpec, making: Making): Promise<string> {
  const { old, before, signal } = making;
  await clear(context, spec.name, old.name, signal);
  const arriving = nameArriving(spec.name);
  try {
    await makeFromImage(context, spec, {
      machine: {
        config: { ...keepNotes(old.config), ...writeSettings(spec), ...writeUserData(spec) },
        devices: listDevices(old, before, spec),
      },
      name: arriving,
      profiles: old.profiles,
      query: old.location !== 'none' && old.location !== '' ? { target: old.location } : {},
      signal,
    });
    if (spec.kind === 'container') {
      await writeKeys(context, arriving, spec.sshKeys, signal);
      await writeHostname(context, { ...spec, name: arriving }, signal);
    }
    await complete(context, arriving, making);
  } catch (error) {
    if (!signal?.aborted) await removeInstance(context, arriving).catch(() => {});
    throw error;
  }
  return arriving;
}

/** Marks the new machine as complete, with the addresses and the hardware of the old one. */
async function complete(context: Context, arriving: string, making: Making): Promise<void> {
  const { old, before, token, signal } = making;
  const made = await findInstance(context, arriving, { signal });
  if (!made) throw new EngineError('unreachable', 'The server vanished while it was rebuilt.');
  const { ipv4, ipv6 } = readKept({ ...old, expanded_devices: { ...old.expanded_devices, ...before.cards } });
  const hardware = Object.fromEntries(Object.keys(listHardware(made.config)).map((key) => [key, '']));
  const config = {
    ...hardware,
    [notes.ready]: 'true',
    [notes.rebuilt]: token,
    [notes.ipv4]: ipv4.join(','),
    [notes.ipv6]: ipv6.join(','),
    [notes.cards]: JSON.stringify(before.cards),
    [notes.arriving]: writeMark(made, { ...old, config: { ...old.config, ...before.mark } }),
  };
  await context.operations.run('PATCH', pathOf(arriving), { body: { config }, signal });
}

async function refuseSnapshots({ client }: Context, { name }: Instance, signal?: AbortSignal): Promise<void> {
  const { metadata } = await client.call<string[]>('GET', pathOf(name, '/snapshots'), { signal });
  if (metadata.length === 0) return;
  throw new EngineError('conflict', 'The server has snapshots, which a rebuild would delete. Remove them first.');
}

/** Removes incoming machines of dead workers, and replaced ones, except this one. */
async function clear(context: Context, name: string, except: string | undefined, signal?: AbortSignal): Promise<void> {
  for (const left of await listArriving(context, name, signal)) {
    if (left !== except) await removeInstance(context, left, signal);
  }
}

/** Returns our notes, which other parts may have written; those of a rebuild are written anew. */
function keepNotes(config: Settings): Settings {
  const own: readonly string[] = [
    notes.retired,
    notes.arriving,
    notes.cards,
    notes.ready,
    notes.resizing,
    notes.firewallApplied,
  ];
  const entries = Object.entries(config).filter(([key]) => key.startsWith('user.hostler.') && !own.includes(key));
  return Object.fromEntries(entries);
}

/** Returns the devices of the old machine without its addresses, and with the disk of the specification. */
function listDevices(old: Instance, { cards }: Retired, { diskGb }: VpsSpec): Devices {
  const root = findRoot(old.expanded_devices);
  const disk = root ? { [root.name]: { ...root.device, size: `${diskGb}GiB` } } : {};
  return releaseCards({ ...old.devices, ...cards, ...disk });
}
