import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { installPackages } from '../scripts/deb/install-packages.ts';
import { ownPackage } from './testing/copies.ts';
import { describeShip, shared } from './testing/shared.ts';

const NEEDED = ['lxd', 'btrfs-progs', 'dnsmasq-base', 'iproute2', 'iptables', 'nftables', 'openssl', 'zstd', 'kmod'];

/**
 * Stands for systemd, which cannot run here. It starts the firewall helper as its unit does, and says that Hostler is
 * active.
 */
const SYSTEMCTL = `#!/bin/sh
echo "systemctl $*" >> /systemctl.log
case "$*" in
  'enable --now hostler-firewall-helper')
    cd / && setsid /usr/lib/hostler/bin/node /usr/lib/hostler/app/node_modules/hostler/bin/hostler.cjs firewall-helper \\
      > /helper.log 2>&1 < /dev/null & ;;
  *list-units*) ;;
esac
exit 0
`;

/**
 * The file system of this machine under an overlay, in namespaces of its own: a real LXD with its own network runs there,
 * the package is installed there, and everything ends and is forgotten together.
 */
const ENTER = `
set -e
mount --make-rprivate /
mkdir "$1/mounted"
set -- "$1/mounted" "$2" "$3" "$4"
mount -t tmpfs -o size=6g none "$1"
mkdir "$1/up" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/up,workdir=$1/work" "$1/root"
root="$1/root"
mount -t tmpfs none "$root/var"
cp -a --no-target-directory /var/lib/dpkg "$root/tmp/dpkg"
mkdir -p "$root/var/lib" "$root/var/log/lxd" "$root/var/cache/apt/archives/partial" "$root/var/lib/apt/lists/partial" \\
  "$root/var/tmp" "$root/var/backups" "$root/var/log/apt"
mv "$root/tmp/dpkg" "$root/var/lib/dpkg"
cp -a /var/cache/debconf "$root/var/cache/debconf"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup"
mount -t tmpfs none "$root/run"
mkdir -p "$root/run/systemd/system" "$root/packages"
mount --bind "$2" "$root/packages"
cp "$3" "$root/usr/bin/systemctl"
chmod 0755 "$root/usr/bin/systemctl"
ip link set lo up
mkdir "$root/outside"
cd "$root"
# Not chroot, which LXD leaves: it enters the mounts of the first process.
pivot_root . outside
umount -l /outside
exec sh -c "$4"
`;

const START = `
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mkdir -p /var/lib/lxd
lxd --group root > /lxd.log 2>&1 &
lxd waitready --timeout 60
`;

const execute = promisify(execFile);

describeShip('release', 'the install script with LXD', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-engine-'));
  const missing = installPackages(NEEDED);

  beforeAll(() => writeFileSync(join(folder, 'systemctl'), SYSTEMCTL));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => rm(join(folder, 'mounted'), { recursive: true, force: true }));

  async function run(script: string): Promise<string> {
    const namespaces = ['--mount', '--mount-proc', '--pid', '--net', '--fork', '--kill-child'];
    const args = [...namespaces, 'sh', '-c', ENTER, 'sh', folder, shared('packages'), join(folder, 'systemctl')];
    const { stdout } = await execute('unshare', [...args, `{ set -e; ${START} ${script}\n} 2>&1`], {
      maxBuffer: 2 ** 26,
    }).catch((error: { stdout?: string; message: string }) => {
      throw new Error(error.stdout || error.message);
    });
    return stdout;
  }

  const install = () => `sh /packages/install.sh --package /packages/${ownPackage()} --lxd`;

  describe.skipIf(missing)(missing ?? 'on this machine', () => {
    it('sets up a new LXD with limits of disks, a restricted certificate, images and the helper', async () => {
      const output = await run(`
        ${install()}
        echo ---; lxc storage show default; lxc profile show default; lxc config trust list --format csv
        echo ---; cat /etc/hostler/hostler.env; stat -c '%n %a %U:%G' /etc/hostler/incus*; cat /systemctl.log
        echo ---; id -nG hostler
        echo ---; ${install()}`);
      const [installed = '', engine = '', files = '', groups = '', again = ''] = output.split('\n---\n');
      expect(engine).toContain('driver: btrfs');
      expect(engine).toContain('network: lxdbr0');
      expect(engine).toMatch(/^client,incus\.crt/m);
      expect(files).toContain('HOSTLER_INCUS_URL=https://127.0.0.1:8443');
      expect(files).toContain('HOSTLER_INCUS_IMAGE_SERVER=https://');
      expect(files).toContain('/etc/hostler/incus.key 640 root:hostler');
      expect(files).toContain('systemctl enable --now hostler-firewall-helper');
      expect(files).toContain('systemctl enable hostler-firewall-rules');
      // No group that gives root privileges.
      expect(groups.trim()).toBe('hostler');
      expect(installed).toMatch(/^vps +(Ok\.|Works)/m);
      expect(installed).not.toMatch(/sets no limit to a disk|incus group|Permission denied/);
      expect(installed.trimEnd().split('\n').at(-1)).not.toMatch(/^\+/);
      expect(again).not.toContain('--preseed');
    });

    it('changes nothing of an LXD that has a pool, and says so', async () => {
      const output = await run(`
        lxc storage create mine dir > /dev/null
        show() { lxc query /1.0; lxc query /1.0/storage-pools; lxc query /1.0/networks; lxc query /1.0/profiles?recursion=1; lxc query /1.0/projects; lxc query /1.0/certificates; }
        show > /before
        ${install()}
        show > /after
        echo ---; diff /before /after && echo same; grep ^HOSTLER_INCUS /etc/hostler/hostler.env; id -nG hostler`);
      const [installed = '', state = ''] = output.split('\n---\n');
      expect(state.trim().split('\n')).toEqual([
        'same',
        'HOSTLER_INCUS_URL=unix:/var/lib/lxd/unix.socket',
        expect.stringMatching(/lxd/),
      ]);
      expect(installed).toContain('lxd was set up before, so install.sh has not changed it.');
    });
  });
});
