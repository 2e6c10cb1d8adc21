import { existsSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

const mountPoint = '/sys/fs/cgroup';
const patienceMs = 2_000;

/**
 * Removes control groups, which belong to no namespace, of killed containers. Only those of containers in this folder
 * are removed, and the kernel keeps every group with a process. `lxc.pivot` stays: it is empty, and every LXD of the
 * machine uses it while a container starts or ends.
 */
export function removeControlGroups(containers: string): void {
  if (!existsSync(containers)) return;
  const deadline = Date.now() + patienceMs;
  const names = new Set(readdirSync(containers));
  for (const parent of listParents().filter((path) => existsSync(path))) {
    for (const group of readdirSync(parent)) {
      // If a name is taken, LXD appends a number.
      const [, name = '', plain = ''] = /^lxc\.(?:payload|monitor)\.((.+?)(?:-\d+)?)$/.exec(group) ?? [];
      if (names.has(name) || names.has(plain)) removeGroup(join(parent, group), deadline);
    }
  }
}

/** Returns the groups of this process, one per hierarchy: LXD inherited them and created its own below. */
function listParents(): string[] {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [, controllers = '', path = '/'] = line.split(':');
    const hierarchy = controllers.replace(/^name=/, '');
    const mounts = hierarchy === '' ? [mountPoint, join(mountPoint, 'unified')] : [join(mountPoint, hierarchy)];
    return mounts.map((mount) => join(mount, path));
  });
}

/** Synchronous, because it also runs while this process exits. Killed processes may still be in there. */
function removeGroup(path: string, deadline: number): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) removeGroup(join(path, entry.name), deadline);
  }
  for (;;) {
    try {
      rmdirSync(path);
      return;
    } catch {
      if (Date.now() >= deadline) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
