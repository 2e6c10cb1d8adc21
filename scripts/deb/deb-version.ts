import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCommit } from '../server/describe-commit.ts';

interface DebVersion {
  /** `0.2.0` for a release, otherwise `0.1.0+20261118.054212.1f2e3d4c5b6a`: a later commit has a higher version. */
  readonly version: string;
  /** Epoch seconds of the commit. */
  readonly time: number;
}

export function readDebVersion(root: string): DebVersion {
  const { version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as { version: string };
  const { commit, release } = describeCommit(root);
  const given = process.env.SOURCE_DATE_EPOCH;
  const time = given ? Number(given) : readCommitTime(root);
  return { version: nameVersion({ version, release, commit, time }), time };
}

interface Built {
  readonly version: string;
  readonly release: string | null;
  readonly commit: string | null;
  readonly time: number;
}

/** Names the version by the rules of Debian: digits, letters, dots, plus and tilde. */
export function nameVersion({ version, release, commit, time }: Built): string {
  if (release === version) return version;
  const [, day = '', clock = ''] = /^(.{10})T(.{8})/.exec(new Date(time * 1000).toISOString()) ?? [];
  const stamp = `${day.replaceAll('-', '')}.${clock.replaceAll(':', '')}`;
  return `${version}+${stamp}.${(commit ?? 'unknown').replaceAll('-', '.')}`;
}

function readCommitTime(root: string): number {
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
  } catch {
    return Math.floor(Date.now() / 1000);
  }
}
