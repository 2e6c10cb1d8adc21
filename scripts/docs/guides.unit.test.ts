import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readGuide } from './guides.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it.each(['docs/first-change.md', 'docs/new-resource.md'])('every patch of %s applies to the current files', (page) => {
  const patches = readGuide(readFileSync(`${root}${page}`, 'utf8')).flatMap((step) =>
    step.kind === 'patch' ? [step.text] : [],
  );
  expect(patches.length).toBeGreaterThan(4);
  const { stderr } = spawnSync('git', ['apply', '--check', '-'], {
    cwd: root,
    input: patches.join(''),
    encoding: 'utf8',
  });
  expect(stderr, `Adapt the patches of ${page}, and run scripts/docs/guides.slow.test.ts`).toBe('');
});

it('reads patches, new files and commands with their output', () => {
  const page = [
    'A new file, `src/a.ts`:',
    '',
    '```ts',
    'one();',
    '```',
    '```diff',
    '--- a/src/b.ts',
    '```',
    '```sh',
    'npx tsc',
    '```',
    '```',
    'error … missing',
    '```',
    'An example:',
    '```ts',
    'two();',
    '```',
  ].join('\n');
  expect(readGuide(page)).toEqual([
    { kind: 'patch', text: '--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1,1 @@\n+one();\n' },
    { kind: 'patch', text: '--- a/src/b.ts\n' },
    { kind: 'commands', lines: ['npx tsc'], output: ['error ', ' missing'] },
  ]);
});
