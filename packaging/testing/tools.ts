import { execFileSync } from 'node:child_process';

const TOOLS = ['dpkg-dev', 'file', 'lintian', 'mmdebstrap', 'systemd-container'];

/** Installs what the tests need, on Debian as root. */
export function installTools(): void {
  const missing = TOOLS.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...missing]]) {
    execFileSync('apt-get', ['--quiet', ...args], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

function isInstalled(name: string): boolean {
  try {
    execFileSync('dpkg', ['--status', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
