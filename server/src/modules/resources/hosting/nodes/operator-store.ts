import { type Query, sql } from '@hostler/database';

/** Servers of one node, and their sizes together. */
export interface NodeUse {
  node: string;
  servers: number;
  running: number;
  vcpus: number;
  memory_mb: number;
  disk_gb: number;
}

const USE = sql<object, NodeUse>(
  `select node, count(*) as servers, sum(case when status = 'running' then 1 else 0 end) as running,
     cast(sum(vcpus) as bigint) as vcpus, cast(sum(memory_mb) as bigint) as memory_mb, cast(sum(disk_gb) as bigint) as disk_gb
   from hosting where status <> 'terminated' and node is not null group by node`,
);

/** Sums the servers of all accounts by node. */
export function listNodeUse(): Query<NodeUse[]> {
  return USE.all({});
}
