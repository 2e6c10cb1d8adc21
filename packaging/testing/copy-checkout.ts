import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Clones the checkout into a folder, with its uncommitted changes and its installed packages. Both describe their commit
 * in the same way.
 */
export function copyCheckout(root: string, folder: string): void {
  const git = (cwd: string, args: string[], input?: string) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', input, maxBuffer: 2 ** 28, stdio: ['pipe', 'pipe', 'inherit'] });
  git(root, ['clone', '--quiet', '--no-local', root, folder]);
  const changes = git(root, ['diff', 'HEAD', '--binary']);
  if (changes !== '') git(folder, ['apply', '--binary', '-'], changes);
  const added = git(root, ['ls-files', '--others', '--exclude-standard', '-z']).split('\0').filter(Boolean);
  for (const file of added) cpSync(join(root, file), join(folder, file));
  // Linked, which takes no time; copied if the folders are on different disks.
  const modules = [join(root, 'node_modules'), join(folder, 'node_modules')];
  execFileSync('sh', [
    '-c',
    'cp --archive --link "$@" 2> /dev/null || { rm -rf "$2" && cp --archive "$@"; }',
    'sh',
    ...modules,
  ]);
  const reference = 'server/reference/scalar.js.gz';
  cpSync(join(root, reference), join(folder, reference));
}
