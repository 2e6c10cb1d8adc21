import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Packs an npm package again with fixed modes, order and times. npm keeps the modes of the checkout, which depend on the
 * umask of the machine.
 */
export function normalise(file: string): void {
  const folder = mkdtempSync(join(dirname(file), '.normalising-'));
  try {
    execFileSync('tar', ['-xzf', file, '-C', folder, '--no-same-owner']);
    // The time that npm uses.
    const fixed = '--sort=name --owner=0 --group=0 --numeric-owner --format=ustar --mtime=1985-10-26T08:15:00Z';
    const pack = `tar -cf - ${fixed} --mode=u=rwX,go=rX package | gzip -9n > "$1"`;
    execFileSync('sh', ['-c', pack, 'sh', file], { cwd: folder, stdio: ['ignore', 2, 2] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
