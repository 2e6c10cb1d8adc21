import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { awaitReady } from './await-ready.ts';
import { findCommand } from './find-command.ts';
import { runLxc } from './lxd-command.ts';
import { removeControlGroups } from './lxd-control-groups.ts';
import { openGate } from './lxd-gate.ts';
import { buildBusyboxImage } from './lxd-image.ts';
import type { ServerProcess, Service, StartContext } from './service.ts';

/** Without nft LXD falls back to iptables, which over nf_tables cannot remove the IPv6 rules of a network again. */
const programs = ['lxd', 'lxc', 'dnsmasq', 'nft', 'busybox', 'ip', 'openssl', 'unshare', 'nsenter'];

/**
 * The namespaces ensure the cleanup: when their first process ends, the kernel ends every container and removes every
 * mount and the network, even without a parent. They also isolate parallel runs. `/sys` is remounted because it shows
 * the network of the mounting process; the control groups move along. Programs in the folder's `bin` take precedence,
 * so that a test can replace one.
 */
const bootScript = `
set -e
mkdir -p "$0/groups"
mount --rbind /sys/fs/cgroup "$0/groups"
mount -t sysfs sysfs /sys
mount --rbind "$0/groups" /sys/fs/cgroup
umount -l "$0/groups"
ip link set lo up
export LXD_DIR="$0/data" PATH="$0/bin:$PATH"
lxd --group root &
wait
`;

const namespaces = ['--mount', '--mount-proc', '--pid', '--net', '--fork', '--kill-child'];

export const lxd: Service = {
  name: 'lxd',
  urlVariable: 'HOSTLER_TEST_LXD_URL',
  debianPackages: ['lxd', 'dnsmasq-base', 'nftables', 'iptables', 'iproute2', 'busybox-static', 'openssl'],
  // Nothing inside can block SIGKILL, and nothing there needs a shutdown.
  stopSignal: 'SIGKILL',
  needsRoot: true,
  isInstalled: () => programs.every((program) => findCommand(program) !== undefined),
  start: startLxd,
  cleanUp: (folder) => removeControlGroups(join(folder, 'data', 'containers')),
};

/** A host with a pool, a bridge that assigns addresses, a profile that uses both, and a small image. */
async function startLxd(context: StartContext): Promise<string> {
  const [server, image] = await Promise.all([startLxdServer(context), buildBusyboxImage(context.folder)]);
  const configure = (...args: string[]) => runLxc(context.folder, args);
  await configure('storage', 'create', 'default', 'dir');
  // Without DNS names: every test file has its own Hostler and project, and each of those has a machine vps-1.
  const addresses = ['ipv4.address=10.118.0.1/20', 'ipv4.nat=false', 'ipv6.address=none'];
  await configure('network', 'create', 'hostler0', 'dns.mode=none', ...addresses);
  await configure('profile', 'device', 'add', 'default', 'root', 'disk', 'path=/', 'pool=default');
  await configure('profile', 'device', 'add', 'default', 'eth0', 'nic', 'name=eth0', 'network=hostler0');
  await configure('image', 'import', image, '--alias', 'busybox');
  await openGate(context.folder, server.pid);
  return `unix:${join(context.folder, 'data', 'unix.socket')}`;
}

/** Starts only the server, in a new folder or in one of an earlier server. */
export async function startLxdServer({
  folder,
  spawn,
}: Pick<StartContext, 'folder' | 'spawn'>): Promise<ServerProcess> {
  // The users of the containers need to traverse it.
  chmodSync(folder, 0o711);
  const server = spawn('unshare', [...namespaces, 'sh', '-c', bootScript, folder], 'KILL');
  await awaitReady('LXD', server, () =>
    runLxc(folder, ['query', '/1.0']).then(
      () => true,
      () => false,
    ),
  );
  return server;
}
