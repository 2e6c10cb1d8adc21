import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { API } from '../queries/compiler.ts';
import { findSlowPatterns } from './check-patterns.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { findPatterns } from './find-patterns.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Returns the patterns of the server and of the packages that it shares with the panel. */
function findAll() {
  const config = join(root, 'tsconfig.json');
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is no project.`);
    const files = project.rootFiles.filter((file) =>
      /^(packages|server\/src)\/(?!.*\.test\.ts$)/.test(relative(root, file)),
    );
    return findPatterns(project, files).map((pattern) => ({ ...pattern, file: relative(root, pattern.file) }));
  } finally {
    api.close();
  }
}

it('finds no regular expression of the server that one text can make slow, except the known ones', () => {
  const patterns = findAll();
  expect(patterns.length).toBeGreaterThan(400);
  const isException = (pattern: { file: string; source: string }) =>
    EXCEPTIONS.some(({ file, source }) => file === pattern.file && source === pattern.source);
  expect(EXCEPTIONS.filter(({ source }) => !patterns.some((pattern) => pattern.source === source))).toEqual([]);
  expect(findSlowPatterns(patterns.filter((pattern) => !isException(pattern)))).toEqual([]);
});

it('finds a pattern that searches the rest of a text again at each place, also one built from constants', () => {
  const slow = [String.raw`\(.*?\)`, '(a+)+$', '^a*a*$'];
  const quick = [String.raw`\([^()]*\)`, '^a*$', '^(?:a{0,9}){0,9}$'];
  const patterns = [...slow, ...quick].map((source) => ({ file: 'a.ts', line: 1, source, flags: 'g' }));
  expect(findSlowPatterns(patterns)).toEqual(slow.map((source) => expect.stringContaining(`/${source}/g`)));
  const built = findAll().find(({ file }) => file === 'server/src/engines/dns/zone-rules.ts');
  expect(built?.source).toContain('(?=.{1,253}$)');
});
