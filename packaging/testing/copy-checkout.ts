import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** Clones the checkout into a folder, with its uncommitted changes. Both describe their commit in the same way. */
export function copyCheckout(root: string, folder: string): void {
  const git = (cwd: string, args: string[], input?: string) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', input, maxBuffer: 2 ** 28, stdio: ['pipe', 'pipe', 'inherit'] });
  git(root, ['clone', '--quiet', '--no-local', root, folder]);
  const changes = git(root, ['diff', 'HEAD', '--binary']);
  if (changes !== '') git(folder, ['apply', '--binary', '-'], changes);
  const added = git(root, ['ls-files', '--others', '--exclude-standard', '-z']).split('\0').filter(Boolean);
  for (const file of added) cpSync(join(root, file), join(folder, file));
}
