import { EngineError } from '../../engine.ts';
import type { CreateOptions, VpsSpec } from '../driver.ts';
import { writeHostname, writeKeys, writeUserData } from './access.ts';
import { finishArrival } from './arrival.ts';
import { assignCard, noteAssigned } from './assigned.ts';
import { guardDevices } from './cards.ts';
import type { Context } from './context.ts';
import { forgetIdentity, prepareCopy, renewHostKeys } from './copy.ts';
import { ApiError, isMissing, isTaken } from './errors.ts';
import { awaitAddresses, keepAddresses } from './first-address.ts';
import type { Guarded } from './guards.ts';
import { findInstance, removeInstance } from './instances.ts';
import { choosePlace } from './place.ts';
import { boot } from './power.ts';
import { ensureProject, readProfile } from './project.ts';
import { setGuarded } from './set-guarded.ts';
import { checkSpec, failNoImage, isOurs, isReady, isSameMachine, notes, writeSettings } from './spec.ts';
import type { Instance } from './wire.ts';

const noImage = /image (alias )?not found|image not provided|image couldn't be found|image's type|no matching image/i;

/** Creates and boots a machine, or completes an earlier attempt. */
export async function createInstance(
  context: Context,
  spec: VpsSpec,
  { signal, avoid = [], node, from }: CreateOptions = {},
): Promise<Instance> {
  checkSpec(spec);
  await ensureProject(context, signal);
  await finishArrival(context, spec.name, signal);
  const settled = await context.operations.settle(spec.name, { signal });
  const found = await findInstance(context, spec.name, { signal, withState: true });
  if (found && !isOurs(found, spec.name)) throw failOther();
  if (found && isReady(found)) {
    if (!isSameMachine(found, spec)) throw failOther();
    return await boot(context, found, signal);
  }
  const isMade = settled.some(({ description, succeeded }) => succeeded && description.startsWith('Creating'));
  try {
    // The progress of an interrupted attempt is unknown, so its machine is recreated.
    if (found && !isMade) await removeInstance(context, spec.name, signal);
    if (!found || !isMade) await make(context, spec, { signal, avoid, node, from });
    return await furnish(context, spec, from !== undefined, signal);
  } catch (error) {
    // An aborted caller will retry; otherwise nobody would remove the remains. A machine of another worker is kept.
    if (!signal?.aborted && !isTaken(error)) await removeInstance(context, spec.name).catch(() => {});
    throw error;
  }
}

async function make(context: Context, spec: VpsSpec, { signal, avoid = [], node, from }: CreateOptions): Promise<void> {
  const query = await choosePlace(context, { avoid, node }, signal);
  const { profile, root } = await readProfile(context, signal);
  const guarded = await guardDevices(context, profile.devices, spec.bounds, signal);
  const assigned = await assignCard(context, guarded, spec.addresses, signal);
  const devices = { [root.name]: root.device, ...guarded, ...assigned };
  const sized = { ...devices, [root.name]: { ...devices[root.name], size: `${spec.diskGb}GiB` } };
  const copy = from && (await prepareCopy(context, from, Object.keys(sized), signal));
  const machine = {
    config: { ...copy?.config, ...writeSettings(spec), ...noteAssigned(spec.addresses), ...writeUserData(spec) },
    devices: { ...copy?.devices, ...sized },
  };
  await makeFromImage(context, spec, {
    ...{ machine, query, signal },
    name: spec.name,
    profiles: [context.profile],
    source: copy?.source,
  });
}

interface Making {
  machine: Guarded;
  /** Name on the engine, which differs from that of the specification while it is temporary. */
  name: string;
  profiles: string[];
  query: Record<string, string>;
  /** Default: the image of the specification. */
  source?: object | undefined;
  signal?: AbortSignal | undefined;
}

/** Creates a stopped machine from an image. A missing image is `refused`. */
export async function makeFromImage(context: Context, spec: VpsSpec, making: Making): Promise<void> {
  const { machine, name, profiles, query, signal } = making;
  const source = making.source ?? (await chooseSource(context, spec.image, signal));
  const body = { name, type: spec.kind, source, profiles };
  try {
    await setGuarded(context, machine, (guarded) =>
      context.operations.run('POST', '/1.0/instances', { query, body: { ...body, ...guarded }, signal }),
    );
  } catch (error) {
    throw error instanceof ApiError && noImage.test(error.message) ? failNoImage(spec.image, error) : error;
  }
}

/** All steps from the unpacked image to the finished machine. */
async function furnish(context: Context, spec: VpsSpec, isCopy: boolean, signal?: AbortSignal): Promise<Instance> {
  const made = await findInstance(context, spec.name, { signal });
  if (!made) throw new EngineError('unreachable', 'The server vanished while it was made.');
  if (spec.kind === 'container') {
    await writeKeys(context, spec.name, spec.sshKeys, signal);
    await writeHostname(context, spec, signal);
    if (isCopy) await forgetIdentity(context, spec, signal);
  }
  await boot(context, made, signal);
  const booted = await awaitAddresses(context, spec.name, signal);
  if (isCopy) await renewHostKeys(context, spec, signal);
  await keepAddresses(context, booted, { [notes.ready]: 'true' }, signal);
  return booted;
}

/** An image on the engine takes precedence over one that must be fetched. */
async function chooseSource({ client, imageServer }: Context, alias: string, signal?: AbortSignal) {
  try {
    await client.call('GET', `/1.0/images/aliases/${encodeURIComponent(alias)}`, { signal });
    return { type: 'image', alias };
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (imageServer === undefined) throw failNoImage(alias, error);
    return { type: 'image', mode: 'pull', protocol: 'simplestreams', server: imageServer, alias };
  }
}

function failOther(): EngineError {
  return new EngineError('conflict', 'A different server with this name exists already.');
}
