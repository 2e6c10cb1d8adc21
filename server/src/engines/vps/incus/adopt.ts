import { EngineError } from '../../engine.ts';
import type { AdoptOptions, VpsBounds, VpsSpec } from '../driver.ts';
import { listNics, readKnown } from './addresses.ts';
import { finishArrival, writeMark } from './arrival.ts';
import { guardDevices } from './cards.ts';
import type { Context } from './context.ts';
import { ApiError, isForbidden } from './errors.ts';
import { fixAddresses } from './first-address.ts';
import { guardMachine } from './guards.ts';
import { refuseHostParts } from './host-parts.ts';
import { findInstance, isOff, pathOf, removeInstance } from './instances.ts';
import { ensureProject } from './project.ts';
import { setGuarded } from './set-guarded.ts';
import { checkName, isOurs, notes, readKind, readSize } from './spec.ts';
import type { Instance } from './wire.ts';

const sourcePattern = /^(?:([^/]+)\/)?([a-zA-Z][a-zA-Z0-9-]{0,62})$/;

interface Lease {
  hwaddr: string;
  address: string;
}

/** Moves a stopped machine of others into our project, under our name. */
export async function adoptInstance(
  context: Context,
  source: string,
  name: string,
  { signal, bounds }: AdoptOptions = {},
): Promise<{ spec: VpsSpec; instance: Instance }> {
  checkName(name);
  await ensureProject(context, signal);
  await context.operations.settle(name, { signal });
  const origin = await findOrigin(context, source, signal);
  const taken = await findInstance(context, name, { signal });
  if (taken && !isMoved(taken, source, name)) {
    throw new EngineError('conflict', 'A different server with this name exists already.');
  }
  if (!taken && !origin) throw new EngineError('not_found', describeMissing(context, source));
  // A machine that only has the name of the moved one, in another project or later, is not ours.
  if (origin && (!taken || isMoved(origin.instance, source, name))) {
    // If the origin still exists, a move was interrupted, and its remains are incomplete.
    if (taken) await removeInstance(context, name, signal);
    await move(context, origin, { source, name, bounds }, signal);
  }
  await finishArrival(context, name, signal);
  const instance = await findInstance(context, name, { signal });
  if (!instance) throw new EngineError('unreachable', 'The server vanished while it was moved.');
  return { spec: readSpec(instance, name), instance };
}

/** The notes are written before the move begins, so the machine has them before and after it. */
function isMoved(instance: Instance, source: string, name: string): boolean {
  return isOurs(instance, name) && instance.config[notes.source] === source;
}

interface Origin {
  instance: Instance;
  project: string;
}

/** A bare name refers to our own project, or else to the default project of the tools. */
async function findOrigin(context: Context, source: string, signal?: AbortSignal): Promise<Origin | undefined> {
  const [, project, name = ''] = sourcePattern.exec(source) ?? [];
  if (name === '') return undefined;
  for (const candidate of project ? [project] : [context.project, 'default']) {
    const instance = await findInstance(context, name, { project: candidate, signal }).catch((error) => {
      // A client restricted to our project cannot see others, and a retry would not change that.
      if (candidate !== context.project && isForbidden(error)) return undefined;
      throw error;
    });
    if (instance) return { instance, project: candidate };
  }
  return undefined;
}

function describeMissing({ project }: Context, source: string): string {
  return `There is no server "${source}" that this credential may see. A machine of another project must be moved into "${project}" first.`;
}

interface Adoption {
  source: string;
  name: string;
  bounds: VpsBounds | undefined;
}

async function move(context: Context, origin: Origin, adoption: Adoption, signal?: AbortSignal): Promise<void> {
  const { source, name, bounds } = adoption;
  const { instance, project } = origin;
  if (!isOff(instance)) throw new EngineError('conflict', `The server "${source}" runs; stop it first.`);
  refuseHostParts(instance);
  const spec = readSpec(instance, name);
  const addresses = await findAddresses(context, origin, signal);
  const config = {
    ...guardMachine(spec.kind, spec.memoryMb, bounds),
    [notes.bounds]: JSON.stringify(bounds ?? {}),
    [notes.name]: name,
    [notes.hostname]: spec.hostname,
    [notes.image]: spec.image,
    [notes.ready]: 'true',
    [notes.source]: source,
    [notes.ipv4]: addresses.ipv4.join(','),
    [notes.ipv6]: addresses.ipv6.join(','),
    [notes.arriving]: writeMark(instance),
  };
  const guarded = await guardDevices(context, instance.expanded_devices, bounds, signal);
  // Stored before the move: afterwards its address is unknown.
  const expanded = { ...instance, expanded_devices: { ...instance.expanded_devices, ...guarded } };
  const devices = { ...guarded, ...(await fixAddresses(context, expanded, addresses, signal)) };
  const { operations } = context;
  await setGuarded(context, { config, devices }, (body) =>
    operations.run('PATCH', pathOf(instance.name), { project, body, signal }),
  );
  const body = project === context.project ? { name } : { name, project: context.project, migration: true };
  await operations.run('POST', pathOf(instance.name), { project, body, signal });
}

/** A stopped machine shows no address, but the network may still have the lease of its NIC. */
async function findAddresses({ client }: Context, { instance, project }: Origin, signal?: AbortSignal) {
  const known = readKnown(instance);
  const [nic] = listNics(instance);
  if (known.ipv4.length > 0 || !nic?.device.network) return known;
  try {
    const path = `/1.0/networks/${encodeURIComponent(nic.device.network)}/leases`;
    const { metadata } = await client.call<Lease[]>('GET', path, { project, signal });
    const leased = metadata.filter(({ hwaddr }) => hwaddr === nic.hwaddr).map(({ address }) => address);
    return {
      ipv4: leased.filter((address) => !address.includes(':')),
      ipv6: known.ipv6.length > 0 ? known.ipv6 : leased.filter((address) => address.includes(':')),
    };
  } catch (error) {
    if (error instanceof ApiError) return known;
    throw error;
  }
}

/** Reads the size; a machine without limits has none to record. */
export function readSpec(instance: Instance, name: string): VpsSpec {
  const { vcpus, memoryMb, diskGb } = readSize(instance);
  if (!vcpus || !memoryMb || !diskGb) {
    throw new EngineError(
      'refused',
      `The server has no size yet: set limits.cpu and limits.memory of it, and the size of its root disk.`,
    );
  }
  const { config } = instance;
  const described = [config['image.os'], config['image.release']].filter(Boolean).join('/').toLowerCase();
  return {
    name,
    hostname: config[notes.hostname] ?? instance.name,
    kind: readKind(instance),
    image: config[notes.image] ?? (described || 'unknown'),
    ...{ vcpus, memoryMb, diskGb },
    sshKeys: [],
  };
}
