import { installPackages } from '../../scripts/deb/install-packages.ts';

const TOOLS = [
  'dpkg-dev',
  'file',
  'git',
  'lintian',
  'mmdebstrap',
  'openssh-client',
  'qemu-user-static',
  'systemd-container',
  'xz-utils',
];

/** Installs what the tests need. Returns the reason if this machine cannot run them. */
export function findProblem(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can make a Debian root file system';
  if (process.arch !== 'x64') return 'the packages of these tests are for amd64';
  return installPackages(TOOLS);
}
