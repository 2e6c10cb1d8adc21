import { installPackages } from '../../scripts/deb/install-packages.ts';

const TOOLS = ['dpkg-dev', 'file', 'git', 'lintian', 'mmdebstrap', 'openssh-client', 'systemd-container', 'xz-utils'];

/** Installs what the tests need, on Debian as root. */
export function installTools(...more: readonly string[]): void {
  const problem = installPackages([...TOOLS, ...more]);
  if (problem) throw new Error(problem);
}
