import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Long enough that no two commits of a repository share it. */
const HASH_LENGTH = 12;

interface BuiltFrom {
  /**
   * `1f2e3d4c5b6a`; with uncommitted changes `1f2e3d4c5b6a-dirty-9a8b7c6d`, where the suffix is a hash of them. Null
   * outside a clone.
   */
  readonly commit: string | null;
  /** The version that this commit releases; null otherwise. */
  readonly release: string | null;
}

/** Names the state of the sources: two different states have different names. */
export function describeCommit(root: string): BuiltFrom {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 });
  try {
    const commit = git('rev-parse', `--short=${HASH_LENGTH}`, 'HEAD').trim();
    const [subject = ''] = git('log', '-1', '--format=%s').split('\n');
    const untracked = git('ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean);
    const changes = git('diff', 'HEAD', '--binary');
    if (changes === '' && untracked.length === 0) {
      return { commit, release: /^Release (\d+\.\d+\.\d+)$/.exec(subject)?.[1] ?? null };
    }
    const hash = createHash('sha256').update(changes);
    for (const file of untracked.toSorted()) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
    return { commit: `${commit}-dirty-${hash.digest('hex').slice(0, 8)}`, release: null };
  } catch {
    return { commit: null, release: null };
  }
}
