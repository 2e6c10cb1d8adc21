import { hashText } from '../simulation/hash.ts';
import type { VpsNode, VpsSpec } from './driver.ts';
import { failAllLocked } from './locked-nodes.ts';

const GIB = 1024 ** 3;

/** Nodes of the simulated engine. Their sizes differ, so that the smallest runs full first. */
const NODES = [
  { name: 'simulated-1', cpus: 64, memoryBytes: 256 * GIB, diskBytes: 4_000 * GIB },
  { name: 'simulated-2', cpus: 32, memoryBytes: 128 * GIB, diskBytes: 2_000 * GIB },
  { name: 'simulated-3', cpus: 16, memoryBytes: 64 * GIB, diskBytes: 1_000 * GIB },
];

/** Share of the memory and the disk of machines that is in use. */
const USED = { memory: 0.6, disk: 0.3 };

/** Returns the node of a machine, which follows from its name. Throws if all nodes are avoided. */
export function chooseNode(name: string, avoid: readonly string[] = [], wanted?: string): string {
  const open = NODES.filter((node) => !avoid.includes(node.name) && (wanted ?? node.name) === node.name);
  const chosen = open[hashText(`node/${name}`) % open.length];
  if (!chosen) throw failAllLocked();
  return chosen.name;
}

interface Placed {
  node: string;
  machine: { spec: VpsSpec; stoppedAt: number | null };
}

export function measureNodes(machines: readonly Placed[]): VpsNode[] {
  return NODES.map((node) => {
    const specs = machines.filter((placed) => placed.node === node.name).map(({ machine }) => machine);
    const running = specs.filter(({ stoppedAt }) => stoppedAt === null);
    const sum = (of: typeof specs, amount: (spec: VpsSpec) => number) =>
      of.reduce((total, { spec }) => total + amount(spec), 0);
    const memory = 4 * GIB + sum(running, ({ memoryMb }) => memoryMb) * 1024 ** 2 * USED.memory;
    const disk = 20 * GIB + sum(specs, ({ diskGb }) => diskGb) * GIB * USED.disk;
    return {
      ...node,
      isOnline: true,
      load: Math.round(sum(running, ({ vcpus }) => vcpus) * 25) / 100,
      memoryUsedBytes: Math.round(Math.min(memory, node.memoryBytes)),
      diskUsedBytes: Math.round(Math.min(disk, node.diskBytes)),
    };
  });
}
