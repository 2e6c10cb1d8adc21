import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { linkPackages } from '../../testing/link-packages.ts';
import { readGuide } from './guides.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The packages are installed, and this test is part of all tests. */
const LEFT_OUT = /^npm (install|test)\b/;

let folder: string;

/** Clones the repository with its uncommitted changes. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostler-guide-'));
  execFileSync('git', ['clone', '--quiet', '--shared', root, folder]);
  const list = (...options: string[]) =>
    execFileSync('git', ['ls-files', '-z', '--exclude-standard', ...options], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter((file) => file !== '');
  for (const file of list('--deleted', '--modified', '--others')) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file), { recursive: true });
    else rmSync(join(folder, file), { force: true });
  }
  linkPackages(root, folder);
  const generator = 'tools/node_modules';
  if (existsSync(join(root, generator))) symlinkSync(join(root, generator), join(folder, generator));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string) {
  const environment = Object.entries(process.env).filter(([name]) => !/^(VITEST|HOSTLER_|NODE_ENV$|GIT_)/.test(name));
  const PATH = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...Object.fromEntries(environment), PATH },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: stripVTControlCharacters(`${stdout}${stderr}`) };
}

it.each(['first-change', 'new-resource'])(
  'docs/%s.md can be carried out line by line',
  { timeout: 1_800_000 },
  (page) => {
    for (const step of readGuide(readFileSync(join(root, `docs/${page}.md`), 'utf8'))) {
      if (step.kind === 'patch') {
        execFileSync('git', ['apply', '-'], { cwd: folder, input: step.text });
        continue;
      }
      for (const line of step.lines.filter((each) => !LEFT_OUT.test(each))) {
        const { status, output } = run(line);
        const expected = line === step.lines.at(-1) ? step.output : [];
        const fails = expected.some((text) => /error/i.test(text));
        expect(status === 0, `${line}\n${output}`).toBe(!fails);
        let from = 0;
        for (const text of expected) {
          expect(output.slice(from), line).toContain(text);
          from = output.indexOf(text, from) + text.length;
        }
      }
    }
  },
);
