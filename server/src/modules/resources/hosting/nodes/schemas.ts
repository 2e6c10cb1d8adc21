import { DateTime, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const NODE_STATUSES = ['online', 'offline', 'unknown'] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];

const amount = (description: string) => Nullable(Type.Number({ description: `${description}; null if unknown.` }));
const ratio = (what: string) => amount(`${what} of all servers divided by that of the node. Above 1 is over-committed`);

export const Node = Resource('Node', 'A host of the engine for servers.', {
  name: Type.String({ description: 'Name of the node.', examples: ['node-1'] }),
  status: OneOf(NODE_STATUSES, { description: '`unknown` if the engine could not be read or does not have the node.' }),
  locked: Type.Boolean({ description: 'True if no new servers are placed on the node.' }),
  lock_reason: Nullable(Type.String({ description: 'Reason of the lock; null if there is none.' })),
  locked_at: Nullable(DateTime('Time of the lock; null if the node is not locked.')),
  servers: Type.Integer({ description: 'Servers on the node that are not terminated.' }),
  running: Type.Integer({ description: 'Servers on the node that run.' }),
  cpus: amount('CPU threads'),
  load: amount('Load average of the last minute'),
  vcpus_sold: Type.Integer({ description: 'Virtual CPUs sold to customers.' }),
  cpu_ratio: ratio('Virtual CPUs'),
  memory_bytes: amount('Memory in bytes'),
  memory_used_bytes: amount('Memory in use in bytes'),
  memory_sold_bytes: Type.Integer({ description: 'Memory sold to customers, in bytes.' }),
  memory_ratio: ratio('Memory'),
  disk_bytes: amount('Storage pool in bytes'),
  disk_used_bytes: amount('Storage in use in bytes'),
  disk_sold_bytes: Type.Integer({ description: 'Disk space sold to customers, in bytes.' }),
  disk_ratio: ratio('Disk'),
  full: Type.Boolean({ description: 'True if at least 90 % of the memory or the storage is in use.' }),
});
export type Node = Static<typeof Node>;
