import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { machine } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from './find-command.ts';

const run = promisify(execFile);

const folders = ['bin', 'sbin', 'dev', 'etc', 'proc', 'root', 'run', 'sys', 'tmp', 'usr/bin', 'usr/sbin', 'var'];

/**
 * The init process: sets the host name, counts its boots in /var/boots and its halts in /var/halts, gets an address,
 * reaps processes, and ends on the power signal of the host. It delays that while /etc/slow exists, and hangs with
 * /etc/stubborn.
 */
const init = `#!/bin/sh
export PATH=/bin:/sbin
go() {
  [ -e /etc/stubborn ] && return
  while [ -e /etc/slow ]; do sleep 0.1; done
  echo >>/var/halts
  exit 0
}
trap go PWR
[ -e /etc/hostname ] && hostname -F /etc/hostname
echo "$(hostname) boots" >/dev/console
echo >>/var/boots
ip link set lo up
udhcpc -f -R -t 50 -T 1 -A 1 -i eth0 -s /etc/udhcpc.sh >/dev/console 2>&1 &
while :; do
  sleep 3600 &
  wait $!
done
`;

const onLease = `#!/bin/sh
case "$1" in
deconfig)
  ip -4 address flush dev "$interface"
  ip link set "$interface" up
  ;;
bound | renew)
  ip address replace "$ip/$mask" dev "$interface"
  [ -z "$router" ] || ip route replace default via "\${router%% *}"
  ;;
esac
`;

/** Builds an image with BusyBox only, which boots quickly, in this folder; returns the path of the archive. */
export async function buildBusyboxImage(folder: string): Promise<string> {
  const busybox = findCommand('busybox');
  if (busybox === undefined) throw new Error('BusyBox is not installed.');
  const work = join(folder, 'image');
  const root = join(work, 'rootfs');
  for (const path of folders) mkdirSync(join(root, path), { recursive: true, mode: 0o755 });
  cpSync(busybox, join(root, 'bin/busybox'), { dereference: true });
  const { stdout } = await run(busybox, ['--list']);
  for (const applet of stdout.trim().split('\n')) {
    if (applet !== 'busybox') symlinkSync('busybox', join(root, 'bin', applet));
  }
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n');
  writeFileSync(join(root, 'etc/udhcpc.sh'), onLease);
  writeFileSync(join(root, 'sbin/init'), init);
  for (const path of ['bin/busybox', 'sbin/init', 'etc/udhcpc.sh']) chmodSync(join(root, path), 0o755);
  chmodSync(join(root, 'root'), 0o700);
  chmodSync(join(root, 'tmp'), 0o1777);
  const created = Math.floor(Date.now() / 1000);
  writeFileSync(
    join(work, 'metadata.yaml'),
    `architecture: ${machine()}\ncreation_date: ${created}\nproperties:\n  os: busybox\n  description: BusyBox\n`,
  );
  const archive = join(folder, 'busybox.tar');
  const owner = ['--numeric-owner', '--owner=0', '--group=0'];
  await run('tar', ['-C', work, ...owner, '-cf', archive, 'metadata.yaml', 'rootfs']);
  rmSync(work, { recursive: true });
  return archive;
}
