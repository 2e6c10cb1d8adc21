import { formatBytes, formatNumber, formatPercent } from '#parts/numbers.ts';

export const texts = {
  title: 'Nodes',
  description: 'Hosts of the engine. Above 100 % sold, a node is over-committed.',
  failed: 'Nodes could not be loaded',
  empty: 'The engine has reported no node yet. Check it under Operations.',
  full: 'Full',
  cpu: 'CPU',
  memory: 'Memory',
  disk: 'Disk',
  servers: (servers: number, running: number) =>
    `${formatNumber(servers)} ${servers === 1 ? 'server' : 'servers'}, ${formatNumber(running)} running`,
  used: (used: number | null, total: number | null) =>
    used === null || total === null ? 'unknown' : `${formatBytes(used)} of ${formatBytes(total)}`,
  load: (load: number | null, cpus: number | null) => {
    if (cpus === null) return 'unknown';
    return load === null ? `${cpus} threads` : `load ${formatNumber(load)} on ${cpus} threads`;
  },
  sold: (amount: string, ratio: number | null) =>
    ratio === null ? `${amount} sold` : `${amount} sold, ${formatPercent(Math.round(ratio * 100))} of the node`,
  lockLabel: 'Locked for new servers',
  lockOf: (name: string) => `Lock ${name} for new servers`,
  lockedText: 'New servers are placed on other nodes.',
  openText: 'New servers may be placed here.',
  lock: 'Lock',
  lockTitle: (name: string) => `Lock ${name}?`,
  lockText:
    'No new server is placed on this node. Its servers keep running. If all nodes are locked, orders wait until one is unlocked.',
  reason: 'Reason, for colleagues',
};
