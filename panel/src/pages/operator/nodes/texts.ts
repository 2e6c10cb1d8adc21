import { plural, t } from '@lingui/core/macro';
import { formatBytes, formatNumber, formatPercent } from '#parts/numbers.ts';

export const texts = {
  title: t`Nodes`,
  description: t`Hosts of the engine. Above 100 % sold, a node is over-committed.`,
  failed: t`Nodes could not be loaded`,
  empty: t`The engine has reported no node yet. Check it under Operations.`,
  full: t`Full`,
  cpu: 'CPU',
  memory: t`Memory`,
  disk: t`Disk`,
  servers: (servers: number, running: number) =>
    t`${plural(servers, { one: '# server', other: '# servers' })}, ${formatNumber(running)} running`,
  used: (used: number | null, total: number | null) =>
    used === null || total === null ? t`unknown` : t`${formatBytes(used)} of ${formatBytes(total)}`,
  load: (load: number | null, cpus: number | null) => {
    if (cpus === null) return t`unknown`;
    return load === null ? t`${cpus} threads` : t`load ${formatNumber(load)} on ${cpus} threads`;
  },
  sold: (amount: string, ratio: number | null) =>
    ratio === null ? t`${amount} sold` : t`${amount} sold, ${formatPercent(Math.round(ratio * 100))} of the node`,
  lockLabel: t`Locked for new servers`,
  lockOf: (name: string) => t`Lock ${name} for new servers`,
  lockedText: t`New servers are placed on other nodes.`,
  openText: t`New servers may be placed here.`,
  lock: t`Lock`,
  lockTitle: (name: string) => t`Lock ${name}?`,
  lockText: t`No new server is placed on this node. Its servers keep running. If all nodes are locked, orders wait until one is unlocked.`,
  reason: t`Reason, for colleagues`,
};
