import { EngineError, type EngineHealth } from '../../engine.ts';
import { explainFailure } from './check-failure.ts';
import { findGaps } from './check-gaps.ts';
import type { Context } from './context.ts';
import { ApiError, isMissing } from './errors.ts';
import { findProject, type Project } from './project.ts';
import { findRoot } from './spec.ts';
import type { Profile, Server, Settings } from './wire.ts';

const patienceMs = 5_000;
const nearlyFull = 0.9;
const products: Readonly<Record<string, string>> = { incus: 'Incus', lxd: 'LXD' };

interface Pool {
  name: string;
  driver: string;
  /** Undefined if we may not read it. */
  usedShare: number | undefined;
}

/** Returns a report for the operator, in plain sentences. Never throws. */
export async function checkEngine(context: Context, url: string): Promise<EngineHealth> {
  let version: string | null = null;
  try {
    const { metadata: server } = await context.client.call<Server>('GET', '/1.0', { project: null, patienceMs });
    const { environment } = server;
    if (server.auth !== 'trusted' || !environment) return refuse(null, ...untrusted(context.project));
    version = `${products[environment.server] ?? environment.server} ${environment.server_version}`;
    const project = await seeProject(context);
    if (project === 'forbidden') return refuse(version, ...forbidden(context.project));
    return { reachable: true, version, ...(await describeSetup(context, environment, project)) };
  } catch (error) {
    const { detail, advice } = explainFailure(error, url);
    return refuse(version, detail, advice);
  }
}

function refuse(version: string | null, detail: string, advice: string): EngineHealth {
  return { reachable: false, version, detail, advice };
}

function untrusted(project: string): [string, string] {
  return [
    'The engine does not trust our certificate.',
    `Add it there: incus config trust add-certificate CERT --restricted --projects ${project} (LXD: lxc config trust add CERT --restricted --projects ${project}).`,
  ];
}

function forbidden(project: string): [string, string] {
  return [
    `Our certificate may not work in the project "${project}".`,
    `Make the project there and allow it for the certificate, or set HOSTLER_INCUS_PROJECT to one that is allowed.`,
  ];
}

async function seeProject(context: Context): Promise<Project | undefined | 'forbidden'> {
  try {
    return await findProject(context, AbortSignal.timeout(patienceMs));
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 401)) return 'forbidden';
    throw error;
  }
}

async function describeSetup(
  context: Context,
  { server: product, driver }: NonNullable<Server['environment']>,
  project: Project | undefined,
) {
  // Before the project exists, its profiles are those of the default one.
  const scope = project ? context.project : 'default';
  const profile = await seeProfile(context, scope);
  const root = profile && findRoot(profile.devices)?.device;
  const pool = root?.pool ? await seePool(context, root.pool, scope) : undefined;
  const cards = Object.values(profile?.devices ?? {}).filter(({ type }) => type === 'nic');
  const network = cards.map((card) => card.network ?? card.parent ?? card.nictype ?? '').join(', ');
  const kinds = driver.includes('qemu') ? 'containers and virtual machines' : 'containers only, no virtual machines,';
  const where = project ? `in the project "${context.project}"` : `in the project "${context.project}", not made yet`;
  const rest = [pool && `disks in ${describePool(pool)}`, network && `the network "${network}"`].filter(Boolean);
  const detail = `It can make ${kinds} ${where}${rest.length > 0 ? `, with ${rest.join(' and ')}` : ''}.`;
  const gaps = profile ? await findGaps(context, profile.devices, pool) : [];
  return { detail, advice: adviseOn(context, { product, profile, root, pool, network, project }), gaps };
}

interface Setup {
  product: string;
  profile: Profile | undefined;
  root: Settings | undefined;
  pool: Pool | undefined;
  network: string;
  project: Project | undefined;
}

function adviseOn(context: Context, setup: Setup): string | null {
  const { product, profile, root, pool, network, project } = setup;
  const name = context.profile;
  if (!profile) return `Make the profile "${name}", or set HOSTLER_INCUS_PROFILE to one that exists.`;
  if (!root?.pool) return `Add a root disk to the profile "${name}": servers cannot be made without one.`;
  if (network === '') return `Add a network card to the profile "${name}": servers are made without a network.`;
  if (pool?.usedShare !== undefined && pool.usedShare >= nearlyFull) {
    return `Make room in the storage pool "${pool.name}" before it is full.`;
  }
  if (project?.config.restricted !== 'true') return null;
  if (project.config['restricted.backups'] !== 'allow') {
    return `Set restricted.backups=allow on the project "${context.project}": without it no backup can be made.`;
  }
  // A restore sets values that the engine wrote into the copy of a running machine.
  if (product === 'incus' && project.config['restricted.containers.lowlevel'] !== 'allow') {
    return `Set restricted.containers.lowlevel=allow on the project "${context.project}": without it backups cannot be restored.`;
  }
  return null;
}

async function seeProfile({ client, profile }: Context, project: string): Promise<Profile | undefined> {
  try {
    const path = `/1.0/profiles/${encodeURIComponent(profile)}`;
    return (await client.call<Profile>('GET', path, { project, patienceMs })).metadata;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function seePool({ client }: Context, name: string, project: string): Promise<Pool> {
  const path = `/1.0/storage-pools/${encodeURIComponent(name)}`;
  const ask = async <T>(rest: string): Promise<T | undefined> => {
    try {
      return (await client.call<T>('GET', `${path}${rest}`, { project, patienceMs })).metadata;
    } catch (error) {
      if (error instanceof EngineError) throw error;
      return undefined;
    }
  };
  const [pool, room] = await Promise.all([
    ask<{ driver: string }>(''),
    ask<{ space: { used?: number; total?: number } }>('/resources'),
  ]);
  return {
    name,
    driver: pool?.driver ?? 'unknown kind',
    // Zeros are omitted in the response.
    usedShare: room?.space.total ? (room.space.used ?? 0) / room.space.total : undefined,
  };
}

function describePool({ name, driver, usedShare }: Pool): string {
  const used = usedShare === undefined ? '' : `, ${Math.round(usedShare * 100)} % used`;
  return `the pool "${name}" (${driver}${used})`;
}
