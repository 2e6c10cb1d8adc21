import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeCommit } from './describe-commit.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostler-commit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
function commit(subject: string): string {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', subject);
  return git('rev-parse', '--short=12', 'HEAD').trim();
}

it('gives every state of the sources a different name', () => {
  expect(describeCommit(folder)).toEqual({ commit: null, release: null });
  git('init', '--quiet');
  writeFileSync(join(folder, 'a'), '1');
  const first = commit('One');
  expect(describeCommit(folder)).toEqual({ commit: first, release: null });
  const names = new Set<string | null>([first]);
  for (const content of ['2', '3']) {
    writeFileSync(join(folder, 'a'), content);
    names.add(describeCommit(folder).commit);
  }
  for (const content of ['2', '3']) {
    writeFileSync(join(folder, 'new'), content);
    names.add(describeCommit(folder).commit);
  }
  expect(names.size).toBe(5);
  for (const name of names) expect(name).toMatch(new RegExp(`^${first}(-dirty-[0-9a-f]{8})?$`));
  expect(describeCommit(folder)).toMatchObject({ release: null });
  const release = commit('Release 1.2.3');
  expect(describeCommit(folder)).toEqual({ commit: release, release: '1.2.3' });
});
