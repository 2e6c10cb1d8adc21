import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import database from '../../packages/database/package.json' with { type: 'json' };

const IMPORT = /\b(?:from|import) '([.#][^']+|@hostler\/testing\/[^']+|@hostler\/database(?:\/[^']+)?)'/g;
/** Beyond this distance nearly every test imports nearly every file. */
const MOST_STEPS = 3;
const ENGINES = /^server\/src\/engines\//;
const SLOW = /\.slow\.test\.ts$/;

/**
 * Finds the tests of a file: those that import it, and those in its folder or in the nearest parent that has some.
 * Tests that need real servers are left out, unless the file is an engine itself.
 */
export class TestFinder {
  readonly #tests: readonly string[];
  readonly #importers = new Map<string, string[]>();

  constructor(root: string, files: readonly string[]) {
    this.#tests = files.filter((file) => file.endsWith('.test.ts'));
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
        const imported = locate(file, name);
        this.#importers.set(imported, [...(this.#importers.get(imported) ?? []), file]);
      }
    }
  }

  /**
   * Returns at most `most` tests, the nearest first: those of its name, direct importers, indirect importers in its
   * folder, the rest of the folder, and all others. They are of the slow lane, or all of other lanes.
   */
  find(file: string, most: number, { slow = false } = {}): string[] {
    const stem = file.replace(/\.ts$/, '.');
    const near = [
      ...this.#tests.filter((test) => test.startsWith(stem)),
      ...this.#importing(file, 1),
      ...this.#importing(file, 2).filter((test) => dirname(test) === dirname(file)),
      ...this.#beside(dirname(file)),
      ...this.#importing(file, MOST_STEPS),
    ];
    const fitting = near.filter((test) => (ENGINES.test(file) || !ENGINES.test(test)) && SLOW.test(test) === slow);
    return [...new Set(fitting)].slice(0, most);
  }

  #beside(folder: string): string[] {
    const here = this.#tests.filter((test) => dirname(test) === folder);
    return here.length > 0 || folder === '.' ? here : this.#beside(dirname(folder));
  }

  #importing(file: string, most: number): string[] {
    const steps = new Set([file]);
    let latest = [file];
    for (let step = 0; step < most; step++) {
      latest = latest.flatMap((name) => this.#importers.get(name) ?? []).filter((name) => !steps.has(name));
      for (const name of latest) steps.add(name);
    }
    return [...steps].filter((name) => name.endsWith('.test.ts'));
  }
}

/** Returns the file of an entry point of the database package. */
function locateEntry(name: string): string {
  const entries: Readonly<Record<string, string>> = database.exports;
  return join('packages/database', entries[name.replace('@hostler/database', '.')] ?? '');
}

/** Returns the imported file. A name with `#` belongs to the sources of the importing package. */
function locate(file: string, name: string): string {
  if (name.startsWith('#')) return join(file.split('/')[0] ?? '', 'src', name.slice(1));
  if (name.startsWith('@hostler/database')) return locateEntry(name);
  return name.startsWith('.') ? join(dirname(file), name) : name.replace('@hostler/', '');
}
