import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Enough that no two commits of a repository share it. */
const HASH_LENGTH = 12;

interface BuiltFrom {
  /** `1f2e3d4c5b6a`; with changes that are not committed, `1f2e3d4c5b6a-dirty-9a8b7c6d`, by their content. Null outside a clone. */
  readonly commit: string | null;
  /** The version whose release this commit is; null otherwise. */
  readonly release: string | null;
}

/** Says which sources are built: two different states have different names. */
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
