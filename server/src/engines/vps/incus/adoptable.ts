import { EngineError } from '../../engine.ts';
import type { AdoptableVps } from '../driver.ts';
import { readSpec } from './adopt.ts';
import { isArriving } from './arrival.ts';
import type { Context } from './context.ts';
import { ApiError } from './errors.ts';
import { refuseHostParts } from './host-parts.ts';
import { describeInstance, isOff, isOutOfReach, listInstances } from './instances.ts';
import { notes, readKind, readSize } from './spec.ts';
import type { Instance } from './wire.ts';

const namePattern = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Machines of another project that carry our notes belong to another Hostler. */
export async function listAdoptable(context: Context, signal?: AbortSignal): Promise<AdoptableVps[]> {
  const found = (await listEverywhere(context, signal)) ?? (await listInstances(context, 1, signal)).metadata;
  const candidates = found.filter(
    (instance) =>
      !isOutOfReach(instance) &&
      !isArriving(instance.name) &&
      (isHere(context, instance) || instance.config[notes.name] === undefined),
  );
  return await Promise.all(candidates.map((instance) => describeAdoptable(context, instance)));
}

/** Returns undefined if we may only see our own project. */
async function listEverywhere({ client }: Context, signal?: AbortSignal): Promise<Instance[] | undefined> {
  const query = { recursion: '1', 'all-projects': 'true' };
  try {
    return (await client.call<Instance[]>('GET', '/1.0/instances', { project: null, query, signal })).metadata;
  } catch (error) {
    if (error instanceof ApiError && error.status !== undefined && error.status < 500) return undefined;
    throw error;
  }
}

function isHere(context: Context, { project = context.project }: Instance): boolean {
  return project === context.project;
}

async function describeAdoptable(context: Context, instance: Instance): Promise<AdoptableVps> {
  const { node, status } = await describeInstance(context, instance);
  const { vcpus = null, memoryMb = null, diskGb = null } = readSize(instance);
  return {
    source: isHere(context, instance) ? instance.name : `${instance.project}/${instance.name}`,
    ...{ status, node, kind: readKind(instance), vcpus, memoryMb, diskGb },
    problem: findProblem(instance),
  };
}

function findProblem(instance: Instance): string | null {
  if (!isOff(instance)) return 'The machine is running. Stop it first.';
  if (!namePattern.test(instance.name)) return 'Rename the machine first: use letters, digits and hyphens only.';
  try {
    refuseHostParts(instance);
    readSpec(instance, instance.name);
    return null;
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
}
