import { finished, type Readable } from 'node:stream';
import { EngineError } from '../../engine.ts';
import type { ImportOptions, VpsSpec } from '../driver.ts';
import { writeFile, writeHostname, writeKeys, writeUserData } from './access.ts';
import {
  type Addresses,
  fillUp,
  listClaimed,
  readGiven,
  readKept,
  readKnown,
  releaseCards,
  withoutExtraCards,
} from './addresses.ts';
import { ArchiveCheck } from './archive-check.ts';
import {
  claimAddresses,
  finishArrival,
  listArriving,
  listHardware,
  nameArriving,
  needInstance,
  writeMark,
} from './arrival.ts';
import { noteAssigned, readAssigned } from './assigned.ts';
import { guardDevices } from './cards.ts';
import type { Context } from './context.ts';
import { forgetIdentity } from './copy.ts';
import { findInstance, pathOf, removeInstance } from './instances.ts';
import { ensureProject, readProfile } from './project.ts';
import { setGuarded } from './set-guarded.ts';
import { checkSpec, findRoot, notes, writeSettings } from './spec.ts';
import type { Devices, Instance, Settings } from './wire.ts';

/** The engine unpacks the file before it responds to the upload. A large disk takes minutes. */
const unpackMs = 10 * 60_000;

const NO_ADDRESSES: Addresses = { ipv4: [], ipv6: [] };

/** A copy of a running machine would boot with the host, next to the one it replaces and with its addresses. */
const staysOff = { 'volatile.last_state.power': 'STOPPED' };

/** Imports a machine under a temporary name, and replaces the old one when it is complete. */
export async function importInstance(
  context: Context,
  spec: VpsSpec,
  source: Readable,
  { signal, anew = false, isolated = false }: ImportOptions = {},
): Promise<Instance> {
  checkSpec(spec);
  await ensureProject(context, signal);
  await finishArrival(context, spec.name, signal);
  for (const left of await listArriving(context, spec.name, signal)) await removeInstance(context, left, signal);
  const arriving = nameArriving(spec.name);
  const old = await findInstance(context, spec.name, { signal, withState: true });
  try {
    await upload(context, arriving, source, old, signal);
    if (anew && spec.kind === 'container') await personalise(context, { ...spec, name: arriving }, signal);
    await prepare(context, spec, arriving, { old, anew, isolated }, signal);
  } catch (error) {
    if (!signal?.aborted) await removeInstance(context, arriving).catch(() => {});
    throw error;
  }
  if (old) {
    await removeInstance(context, spec.name, signal);
    await claimAddresses(context, arriving, signal);
  }
  return await needInstance(context, spec.name, { signal });
}

async function upload(
  context: Context,
  name: string,
  source: Readable,
  old: Instance | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const { root } = await readProfile(context, signal);
  const pool = root.device.pool ?? '';
  const headers = {
    'content-type': 'application/octet-stream',
    ...{ 'x-lxd-name': name, 'x-lxd-pool': pool, 'x-incus-name': name, 'x-incus-pool': pool },
  };
  // On a cluster it goes to the host of the old one: its network may exist only there.
  const query = old && old.location !== 'none' ? { target: old.location } : {};
  const body = checkWhileRead(source);
  const answer = await context.client.call('POST', '/1.0/instances', {
    ...{ headers, query, body, signal },
    patienceMs: unpackMs,
  });
  await context.operations.finish(answer, signal);
}

/**
 * Checks the archive during the upload. The engines accept an archive that is truncated between two files; an aborted
 * upload is refused.
 */
function checkWhileRead(source: Readable): Readable {
  const check = new ArchiveCheck();
  finished(source, (error) => {
    if (error) check.destroy(new EngineError('unreachable', 'The backup could not be read.', { cause: error }));
  });
  return source.pipe(check);
}

/** Converts the import to the specified machine, with the addresses of the old one, and marks it as complete. */
async function prepare(
  context: Context,
  spec: VpsSpec,
  arriving: string,
  { old, anew, isolated }: { old: Instance | undefined; anew: boolean; isolated: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const found = await findInstance(context, arriving, { signal });
  if (!found) throw new EngineError('unreachable', 'The server vanished while it was restored.');
  // Extra addresses at the time of the backup may belong to other machines by now.
  const expanded_devices = withoutExtraCards(found.expanded_devices);
  const arrived = { ...found, devices: withoutExtraCards(found.devices), expanded_devices };
  if (arrived.type !== spec.kind) throw new EngineError('refused', 'The backup is of another kind of server.');
  const assigned = noteAssigned(spec.addresses ?? (old && !anew ? readAssigned(old) : undefined));
  const before = anew ? NO_ADDRESSES : old ? readKept(old) : readKnown(arrived);
  const given = readGiven({ config: assigned });
  const { ipv4, ipv6 } = fillUp(given, before);
  // A machine that was deleted outside may have lost its addresses to another one. Those of the engine are replaced at the
  // next start, and assigned ones are not.
  if (!old && !anew) await refuseTaken(context, arriving, [...given.ipv4, ...given.ipv6], signal);
  const config = {
    ...keepSettings(arrived.config),
    ...keepRules(old),
    ...writeSettings(spec),
    ...(anew ? writeUserData(spec) : {}),
    ...assigned,
    [notes.ready]: 'true',
    [notes.ipv4]: ipv4.join(','),
    [notes.ipv6]: ipv6.join(','),
    [notes.arriving]: anew ? '{}' : writeMark(arrived, old),
    ...staysOff,
  };
  const guarded = await guardDevices(context, arrived.expanded_devices, spec.bounds, signal);
  const root = sizeRoot({ ...arrived.expanded_devices, ...guarded }, spec);
  const devices = releaseCards({
    ...arrived.devices,
    ...guarded,
    ...root,
    ...(isolated ? withoutCards(arrived.expanded_devices) : {}),
  });
  const { architecture, description, ephemeral, profiles } = arrived;
  const { operations } = context;
  // First and separately: the engine compares the current hardware addresses, not the new ones.
  const hardware = Object.fromEntries(Object.keys(listHardware(arrived.config)).map((key) => [key, '']));
  await operations.run('PATCH', pathOf(arriving), { body: { config: { ...hardware, ...staysOff } }, signal });
  const body = { architecture, description, ephemeral, profiles };
  await setGuarded(context, { config, devices }, (guarded) =>
    operations.run('PUT', pathOf(arriving), { body: { ...body, ...guarded }, signal }),
  );
}

/** Throws `refused` if another machine has one of the addresses: two with the same one prevent each other from booting. */
async function refuseTaken(
  context: Context,
  arriving: string,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const { metadata } = await context.client.call<Instance[]>('GET', '/1.0/instances', {
    query: { recursion: '1' },
    signal,
  });
  for (const other of metadata) {
    const taken = other.name === arriving ? undefined : listClaimed(other).find((one) => addresses.includes(one));
    if (taken === undefined) continue;
    const message = `The server cannot be restored: another server has its address ${taken} by now. Please contact support.`;
    throw new EngineError('refused', message, { cause: new Error(`The machine ${other.name} has ${taken}.`) });
  }
}

/** Gives a copy its own keys, host name and machine id. */
async function personalise(context: Context, spec: VpsSpec, signal?: AbortSignal): Promise<void> {
  await writeKeys(context, spec.name, spec.sshKeys, signal);
  await writeHostname(context, spec, signal);
  await writeFile(context, spec.name, '/etc/hostname', '0644', `${spec.hostname}\n`, signal);
  await forgetIdentity(context, spec, signal);
}

/** Removes our notes, which are rewritten, and the hardware addresses, which the old machine still has. */
function keepSettings(settings: Settings): Settings {
  const cards = listHardware(settings);
  return Object.fromEntries(
    Object.entries(settings).filter(([key]) => !key.startsWith('user.hostler.') && cards[key] === undefined),
  );
}

/** The packet rules of the replaced machine stay in effect. */
function keepRules(old: Instance | undefined): Settings {
  const rules = old?.config[notes.firewall];
  return rules ? { [notes.firewall]: rules } : {};
}

/** Hides the network cards of the profiles too. */
function withoutCards(devices: Devices): Devices {
  const cards = Object.entries(devices).filter(([, { type }]) => type === 'nic');
  return Object.fromEntries(cards.map(([name]) => [name, { type: 'none' }]));
}

function sizeRoot(devices: Devices, { diskGb }: VpsSpec): Devices {
  const root = findRoot(devices);
  return root ? { [root.name]: { ...root.device, size: `${diskGb}GiB` } } : {};
}
