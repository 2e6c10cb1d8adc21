// Checks that every test named in acceptance/COVERAGE.md, as `file.test.ts › test name`, exists and is not skipped.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const acceptance = join(dirname(dirname(fileURLToPath(import.meta.url))), 'acceptance');
const namedTest = /`([^`›]+?\.test\.ts)\s*›\s*([^`]+?)\s*`/g;
/** `test('…'`, `it.each(rows)('…'`: the name is the first thing after an opening parenthesis. */
const testCall =
  /(?:\b(?<callee>(?:test|it)(?:\.\w+)*)|\))\s*\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>/gs;
const comment = /^\s*\/\/[^\n]*|^\s*\/\*.*?\*\//gms;

interface NamedTest {
  readonly file: string;
  readonly title: string;
}

function readNamedTests(page: string): NamedTest[] {
  return [...page.matchAll(namedTest)].map(([, file = '', title = '']) => ({ file, title }));
}

function readTitles(source: string): Set<string> {
  const titles = new Set<string>();
  for (const { groups } of source.replace(comment, '').matchAll(testCall)) {
    if (/\.(skip|todo)\b/.test(groups?.callee ?? '')) continue;
    titles.add((groups?.title ?? '').replace(/\\(['"`\\])/g, '$1'));
  }
  return titles;
}

function findMissing(tests: readonly NamedTest[]): string[] {
  const titles = new Map<string, Set<string>>();
  const missing: string[] = [];
  for (const { file, title } of tests) {
    const path = join(acceptance, file);
    if (!existsSync(path)) {
      missing.push(`acceptance/${file} does not exist (› ${title})`);
      continue;
    }
    if (!titles.has(file)) titles.set(file, readTitles(readFileSync(path, 'utf8')));
    if (!titles.get(file)?.has(title)) missing.push(`acceptance/${file} has no test "${title}"`);
  }
  return missing;
}

const tests = readNamedTests(readFileSync(join(acceptance, 'COVERAGE.md'), 'utf8'));
const missing = findMissing(tests);
for (const line of missing) console.error(line);
if (tests.length === 0) console.error('acceptance/COVERAGE.md names no test.');
if (missing.length > 0 || tests.length === 0) process.exitCode = 1;
else console.log(`${tests.length} named tests are there.`);
