import { EngineError } from '../../engine.ts';
import { filterCard, findNetwork } from './cards.ts';
import type { Context } from './context.ts';
import { hasHelper } from './firewall/capability.ts';
import type { GuardName } from './guards.ts';
import { notes } from './spec.ts';
import type { Devices, Instance } from './wire.ts';

/** Consequence of a missing guard on some machines, and advice. */
const meanings: Readonly<Record<GuardName, (servers: string) => string>> = {
  processes: (servers) =>
    `The host cannot limit the number of processes of ${servers}. One server can use up the processes of all. Give the engine the pids control group.`,
  idmap: (servers) =>
    `The host has too few user ids to give ${servers} separate ones. Root in one server can use up what the kernel limits per user, and a kernel bug would expose the files of others. Raise root's range in /etc/subuid and /etc/subgid, and restart the engine.`,
  filters: (servers) =>
    `Packets from ${servers} are not filtered: a server can use the address of a neighbour. Install nftables on the host and restart the engine. A server with more than one address needs filters that you set up.`,
  network: (servers) =>
    `The traffic of ${servers} is not limited to what the plan allows. The host's kernel needs sch_htb, sch_ingress, cls_u32 and act_police.`,
  disk: (servers) =>
    `Reads and writes of ${servers} are not limited as the plan says: the engine needs the blkio or io control group, and a pool on a disk of the host.`,
};

/** Returns isolation features that are not possible here, a sentence each. Hostler works without them. */
export async function findGaps(
  context: Context,
  devices: Devices,
  pool: { name: string; driver: string } | undefined,
): Promise<string[]> {
  const [networks, servers] = await Promise.all([findOpenNetworks(context, devices), findBare(context)]);
  const helper = await findHelperGap(context);
  return [...helper, ...(pool?.driver === 'dir' ? [describeDir(pool.name)] : []), ...networks, ...servers];
}

async function findHelperGap(context: Context): Promise<string[]> {
  if (await hasHelper(context)) return [];
  return [
    'No firewall helper runs on the host: servers have no firewalls, outgoing mail is not blocked, and a server can draw the packets of a neighbour with its hardware address. Run hostler firewall-helper as root on each host.',
  ];
}

function describeDir(pool: string): string {
  return `The pool "${pool}" (dir) sets no limit to a disk unless its file system has project quotas: one server can fill it for all. Use a pool of ZFS, Btrfs or LVM.`;
}

async function findOpenNetworks(context: Context, devices: Devices): Promise<string[]> {
  const cards = Object.values(devices).filter(({ type }) => type === 'nic');
  const found = cards.map(async (card) => {
    const network = await findNetwork(context, card);
    if (network?.type === 'ovn') return [];
    const wanted = ['mac', 'ipv4', 'ipv6'].map((kind) => `security.${kind}_filtering`);
    const set = { ...(network ? filterCard(network) : {}), ...card };
    if (wanted.every((key) => set[key] === 'true')) return [];
    const name = card.network ?? card.parent ?? card.nictype ?? '';
    return [
      `On the network "${name}" the engine does not filter every address that a server uses: one can take that of a neighbour. Use a bridge that the engine manages and that gives out the addresses, or filter by other means.`,
    ];
  });
  return (await Promise.all(found)).flat();
}

/** Machines have a note of their missing guards. */
async function findBare(context: Context): Promise<string[]> {
  try {
    const query = { recursion: '1', filter: `config.${notes.unguarded} eq true` };
    const { metadata } = await context.client.call<Instance[]>('GET', '/1.0/instances', { query });
    const absent = metadata.flatMap(({ config }) => config[notes.without]?.split(',') ?? []);
    return (Object.keys(meanings) as GuardName[]).flatMap((name) => {
      const count = absent.filter((one) => one === name).length;
      return count === 0 ? [] : [meanings[name](count === 1 ? '1 server' : `${count} servers`)];
    });
  } catch (error) {
    // Before the first machine there is no project.
    if (error instanceof EngineError) throw error;
    return [];
  }
}
