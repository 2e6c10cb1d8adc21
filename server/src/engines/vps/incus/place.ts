import { failAllLocked } from '../locked-nodes.ts';
import type { Context } from './context.ts';
import { listInstances } from './instances.ts';
import { listMembers } from './nodes.ts';

/**
 * Returns the query that places a new machine. The engine chooses the node itself, unless some take no new machines:
 * then it is the node with the fewest machines among the others. `node` is the only one that is allowed.
 */
export async function choosePlace(
  context: Context,
  { avoid, node }: { avoid: readonly string[]; node?: string | undefined },
  signal?: AbortSignal,
): Promise<Record<string, string>> {
  if (avoid.length === 0 && node === undefined) return {};
  const members = await listMembers(context, signal);
  if (members === undefined) {
    const only = await context.serverName();
    if (avoid.includes(only) || (node ?? only) !== only) throw failAllLocked();
    return {};
  }
  const open = members.filter(({ name, isOnline }) => isOnline && !avoid.includes(name) && (node ?? name) === name);
  if (open.length === 0) throw failAllLocked();
  const { metadata } = await listInstances(context, 1, signal);
  const count = (name: string) => metadata.filter(({ location }) => location === name).length;
  const [least] = open.map(({ name }) => ({ name, count: count(name) })).sort((a, b) => a.count - b.count);
  return { target: least?.name ?? '' };
}
