import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /\bfrom '(\.[^']+)'|\bimport '(\.[^']+)'/g;
/** Further away nearly every test imports nearly every file. */
const MOST_STEPS = 3;
const ENGINES = /^server\/src\/engines\//;

/**
 * The tests of a file: those in its folder, or those of the nearest folder above that has some; then those that import it,
 * but not what takes real servers to test, unless the file is of that kind itself.
 */
export class TestFinder {
  readonly #tests: readonly string[];
  readonly #importers = new Map<string, string[]>();

  constructor(root: string, files: readonly string[]) {
    this.#tests = files.filter((file) => file.endsWith('.test.ts'));
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      for (const [, named, bare] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
        const imported = join(dirname(file), named ?? bare ?? '');
        this.#importers.set(imported, [...(this.#importers.get(imported) ?? []), file]);
      }
    }
  }

  /** The nearest first, at most so many. */
  find(file: string, most: number): string[] {
    const importing = this.#importing(file).filter((test) => ENGINES.test(file) || !ENGINES.test(test));
    return [...new Set([...this.#beside(dirname(file)), ...importing])].slice(0, most);
  }

  #beside(folder: string): string[] {
    const here = this.#tests.filter((test) => dirname(test) === folder);
    return here.length > 0 || folder === '.' ? here : this.#beside(dirname(folder));
  }

  #importing(file: string): string[] {
    const steps = new Set([file]);
    let latest = [file];
    for (let step = 0; step < MOST_STEPS; step++) {
      latest = latest.flatMap((name) => this.#importers.get(name) ?? []).filter((name) => !steps.has(name));
      for (const name of latest) steps.add(name);
    }
    return [...steps].filter((name) => name.endsWith('.test.ts'));
  }
}
