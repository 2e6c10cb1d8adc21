import { execFileSync } from 'node:child_process';

/** Installs packages of Debian that are missing. Returns the reason if it cannot. */
export function installPackages(names: readonly string[]): string | undefined {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return undefined;
  const needed = `These packages are needed: ${missing.join(', ')}.`;
  if (process.getuid?.() !== 0) return `${needed} Run as root, or install them first.`;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...missing]]) {
      execFileSync('apt-get', ['--quiet', ...args], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
    }
    return undefined;
  } catch {
    return `${needed} apt-get could not install them.`;
  }
}

function isInstalled(name: string): boolean {
  try {
    const args = ['--show', `--showformat=\${db:Status-Status}`, name];
    return execFileSync('dpkg-query', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }) === 'installed';
  } catch {
    return false;
  }
}
