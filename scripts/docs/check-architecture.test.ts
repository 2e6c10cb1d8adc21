import { expect, it } from 'vitest';
import { checkArchitecture } from './check-architecture.ts';

const FOLDERS = ['server/src/', 'docs/decisions/', '.github/'];
const FILES = ['server/src/README.md', 'docs/first-change.md'];
const repository = {
  isFolder: (path: string) => FOLDERS.includes(path),
  exists: (path: string) => [...FOLDERS, ...FILES].includes(path),
};

function check(page: string): string[] {
  return checkArchitecture(page, repository);
}

it('accepts a page whose folders and links exist', () => {
  const page = [
    'The server is in `server/src/`, see [its README](../server/src/README.md#start), [an example](first-change.md)',
    'and [the decisions](decisions/). `.github/` is for GitHub.',
  ];
  expect(check(page.join('\n'))).toEqual([]);
});

it('names a folder that does not exist', () => {
  expect(check('Code is in `server/src/` and `server/lib/`, and again in `server/lib/`.')).toEqual([
    'It names the folder server/lib/, which does not exist.',
  ]);
});

it('names a folder of a diagram or a tree that does not exist', () => {
  const page = [
    'In `server/src/`:',
    '```mermaid',
    'flowchart LR',
    '  A["server/src/"] --> B["server/gone/"]',
    '```',
    'and',
    '```',
    'server/old/    old code',
    '```',
  ];
  expect(check(page.join('\n'))).toEqual([
    'It names the folder server/gone/, which does not exist.',
    'It names the folder server/old/, which does not exist.',
  ]);
});

it('ignores API paths and other code', () => {
  const page = 'In `server/src/`: `GET /api/v1/` and/or `/panel/api/v1/`, `a / b`, `docs: a/`, `routes.ts`.';
  expect(check(page)).toEqual([]);
});

it('names a link to a file that does not exist', () => {
  const page =
    '`server/src/`, [a page](gone.md), [a page](../server/gone.md#part), [a site](https://example.com/gone).';
  expect(check(page)).toEqual([
    'It links to docs/gone.md, which does not exist.',
    'It links to server/gone.md, which does not exist.',
  ]);
});

it('refuses a page of more than 1,500 words', () => {
  expect(check(`\`server/src/\`${' word'.repeat(1_499)}`)).toEqual([]);
  expect(check(`\`server/src/\`${'\nword'.repeat(1_500)}`)).toEqual([
    'It has 1501 words, and the limit is 1500. Move details to the README of their folder.',
  ]);
});

it('refuses a page that names no folder', () => {
  expect(check('The server is in server/src.')).toEqual([
    'It names no folder. Write folders like `server/src/kernel/`.',
  ]);
});
