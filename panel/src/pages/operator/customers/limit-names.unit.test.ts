import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameLimit } from './limit-names.ts';

const SERVER = new URL('../../../../../server/src/', import.meta.url).pathname;

test('every limit of the server has a name for people', () => {
  const sources = globSync('{kernel,modules}/**/*.ts', { cwd: SERVER }).filter((file) => !file.endsWith('.test.ts'));
  const limits = sources.flatMap((file) =>
    [...readFileSync(`${SERVER}${file}`, 'utf8').matchAll(/\bdefineLimit\(\{\s*name: '(\w+)'/g)].map(
      ([, name]) => name,
    ),
  );
  expect(limits.length).toBeGreaterThan(20);
  expect(limits.filter((name = '') => nameLimit(name) === name)).toEqual([]);
});
