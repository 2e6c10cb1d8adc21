import { type Command, command, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MACHINES } from '#kernel/staff-roles.ts';
import type { NodeOperatorService } from './operator-service.ts';
import { NODE_STATUSES, Node } from './schemas.ts';

const node = text('Node name.');

export function nodeCommands({ nodes }: { nodes: NodeOperatorService }): Command[] {
  return [
    listCommand({
      name: 'node list',
      route: { roles: EVERY_ROLE, data: Node },
      summary: 'List the nodes of the engine with their capacity, usage, servers and over-commitment.',
      order: 'By name.',
      options: {},
      columns: ['name', 'status', 'locked', 'servers', 'cpus', 'cpu_ratio', 'memory_ratio', 'disk_ratio', 'full'],
      statuses: NODE_STATUSES,
      searched: 'name',
      page: (given) => nodes.list(given),
      cursorOf: () => null,
    }),
    command({
      name: 'node lock',
      route: { roles: MACHINES, id: 'node', data: Node },
      summary: 'Place no new servers on a node. Its servers keep running. If all nodes are locked, new servers wait.',
      options: { node, reason: optional(text('Reason, for colleagues.')) },
      run: (given) => nodes.lock(given),
    }),
    command({
      name: 'node unlock',
      route: { roles: MACHINES, id: 'node', data: Node },
      summary: 'Place new servers on a node again.',
      options: { node },
      run: (given) => nodes.unlock(given),
    }),
  ];
}
