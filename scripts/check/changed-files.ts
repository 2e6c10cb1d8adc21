import { execFileSync } from 'node:child_process';
import { root } from './run-step.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * Returns the commit that changes are compared with: where this branch left `main`, or the last commit if `main` itself
 * has uncommitted changes. Without those, the last commit is the change.
 */
export function findBase(): string {
  const head = git('rev-parse', 'HEAD');
  const base = git('merge-base', 'HEAD', 'main');
  if (base !== head) return base;
  return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD~1') : head;
}

/** Returns the changed, deleted and new files since a commit, whether committed or not. */
export function listChanged(base: string): string[] {
  const changed = git('diff', '--name-only', '--no-renames', base);
  const added = git('ls-files', '--others', '--exclude-standard');
  return [...new Set(`${changed}\n${added}`.split('\n').filter(Boolean))].sort();
}
