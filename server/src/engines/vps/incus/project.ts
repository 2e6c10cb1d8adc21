import { EngineError } from '../../engine.ts';
import type { Context } from './context.ts';
import { isMissing } from './errors.ts';
import { findRoot } from './spec.ts';
import type { Profile, Settings } from './wire.ts';

export interface Project {
  name: string;
  description: string;
  config: Settings;
}

/** Images and profiles belong to the operator: a new project shares those of the default one. */
const shared = { 'features.images': 'false', 'features.profiles': 'false' };

/** Returns undefined if it does not exist yet. */
export async function findProject(
  { client, project }: Pick<Context, 'client' | 'project'>,
  signal?: AbortSignal,
): Promise<Project | undefined> {
  try {
    const path = `/1.0/projects/${encodeURIComponent(project)}`;
    return (await client.call<Project>('GET', path, { project: null, signal })).metadata;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Creates the project unless it exists, created by us or by the operator. */
export async function ensureProject(
  context: Pick<Context, 'client' | 'project' | 'operations'>,
  signal?: AbortSignal,
): Promise<void> {
  if (await findProject(context, signal)) return;
  const body = { name: context.project, description: 'Servers managed by Hostler', config: shared };
  try {
    await context.operations.run('POST', '/1.0/projects', { project: null, body, signal });
  } catch (error) {
    // Another worker was faster.
    if (!(await findProject(context, signal))) throw error;
  }
}

/** Returns the operator's profile, which must define the root disk. */
export async function readProfile({ client, profile }: Context, signal?: AbortSignal) {
  const path = `/1.0/profiles/${encodeURIComponent(profile)}`;
  try {
    const { metadata } = await client.call<Profile>('GET', path, { signal });
    const root = findRoot(metadata.devices);
    if (root) return { profile: metadata, root };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  throw new EngineError('unreachable', 'Servers cannot be created at the moment. Please contact support.', {
    cause: new Error(`The profile "${profile}" is missing or has no root disk.`),
  });
}
