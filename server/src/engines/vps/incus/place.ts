import { failAllLocked } from '../locked-nodes.ts';
import type { Context } from './context.ts';
import { listInstances } from './instances.ts';
import { listMembers } from './nodes.ts';

/**
 * Returns the query that places a new machine. The engine chooses the node itself, unless some take no new machines:
 * then it is the node with the fewest machines among the others.
 */
export async function choosePlace(
  context: Context,
  avoid: readonly string[],
  signal?: AbortSignal,
): Promise<Record<string, string>> {
  if (avoid.length === 0) return {};
  const members = await listMembers(context, signal);
  if (members === undefined) {
    if (avoid.includes(await context.serverName())) throw failAllLocked();
    return {};
  }
  const open = members.filter(({ name, isOnline }) => isOnline && !avoid.includes(name));
  if (open.length === 0) throw failAllLocked();
  const { metadata } = await listInstances(context, 1, signal);
  const count = (name: string) => metadata.filter(({ location }) => location === name).length;
  const [least] = open.map(({ name }) => ({ name, count: count(name) })).sort((a, b) => a.count - b.count);
  return { target: least?.name ?? '' };
}
