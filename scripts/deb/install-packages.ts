import { execFileSync } from 'node:child_process';
import { runAptGet } from '../../testing/services/install.ts';

/** Installs packages of Debian that are missing. Returns the reason if it cannot. */
export function installPackages(names: readonly string[]): string | undefined {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return undefined;
  const needed = `These packages are needed: ${missing.join(', ')}.`;
  if (process.getuid?.() !== 0) return `${needed} Run as root, or install them first.`;
  // A failed update is not fatal: the existing lists may suffice.
  runAptGet(['update']);
  const failure = runAptGet(['install', '--yes', '--no-install-recommends', ...missing]);
  return failure === undefined ? undefined : `${needed} apt-get could not install them: ${failure}`;
}

function isInstalled(name: string): boolean {
  try {
    const args = ['--show', `--showformat=\${db:Status-Status}`, name];
    return execFileSync('dpkg-query', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }) === 'installed';
  } catch {
    return false;
  }
}
