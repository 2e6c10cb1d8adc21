import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#kernel/crypto.ts';
import type { Logger } from '#kernel/log.ts';
import { SECOND } from '#kernel/time.ts';
import { type Problem, type Reading, readRecipe } from './read-recipe.ts';
import { findReady, type ReadyRecipes, readReady } from './ready-recipes.ts';
import type { Recipe } from './recipe.ts';

const LOOK_EVERY_MS = SECOND;
const LARGEST_FILE = 128 * 1024;
/** Files read per folder. The others are left out and reported. */
const MOST_FILES = 500;

/** A file that cannot be used, with its problems. */
export interface BrokenRecipe {
  file: string;
  problems: readonly Problem[];
}

interface KnownFile {
  /** Changes when the file changes. */
  stamp: string;
  reading: Reading;
}

interface BookOptions {
  /** Recipes of a later folder replace those of the same name in an earlier one. */
  folders: readonly string[];
  log: Logger;
  /** Returns the recipes that need no parsing. Called only when needed. */
  readReady?(): ReadyRecipes;
}

/** Holds all recipes. Files are checked at most once a second, and read again when they have changed. */
export class RecipeBook {
  readonly #folders: readonly string[];
  readonly #log: Logger;
  readonly #readReady: () => ReadyRecipes;
  #files = new Map<string, KnownFile>();
  #cut: readonly BrokenRecipe[] = [];
  #recipes: ReadonlyMap<string, Recipe> = new Map();
  #scannedAt = Number.NEGATIVE_INFINITY;
  #edition = '';

  constructor({ folders, log, readReady: ready = readReady }: BookOptions) {
    this.#folders = folders;
    this.#log = log;
    this.#readReady = ready;
  }

  /** Lists the recipes by name in alphabetical order. */
  list(): Recipe[] {
    this.#rescan();
    return [...this.#recipes.values()];
  }

  find(slug: string): Recipe | undefined {
    this.#rescan();
    return this.#recipes.get(slug);
  }

  /** Digest of the recipes. Equal recipes have the same digest in every process. */
  get edition(): string {
    this.#rescan();
    return this.#edition;
  }

  /**
   * Reads all recipes, and logs broken ones, if this folder has any. The recipes of the package are known to be good,
   * and reading takes time.
   */
  tellOfBroken(folder: string): void {
    if (listFiles(folder).length > 0) this.#rescan();
  }

  listBroken(): BrokenRecipe[] {
    this.#rescan();
    const broken = [...this.#files].flatMap(([file, { reading }]) =>
      'problems' in reading ? [{ file, problems: reading.problems }] : [],
    );
    return [...broken, ...this.#cut];
  }

  #rescan(): void {
    if (performance.now() - this.#scannedAt < LOOK_EVERY_MS) return;
    this.#scannedAt = performance.now();
    const before = this.#files;
    const files = new Map<string, KnownFile>();
    // Loaded on demand: most checks find no changed file.
    let ready: ReadyRecipes | undefined;
    const read = (file: string) => {
      ready ??= this.#readReady();
      return readFile(file, ready);
    };
    const cut: BrokenRecipe[] = [];
    for (const folder of this.#folders) {
      const names = listFiles(folder);
      if (names.length > MOST_FILES) cut.push(describeCut(folder, names));
      for (const name of names.slice(0, MOST_FILES)) {
        const file = join(folder, name);
        const known = this.#readIfChanged(file, before.get(file), read);
        if (known) files.set(file, known);
      }
    }
    this.#noteCut(cut);
    const isSame = files.size === before.size && [...files].every(([file, known]) => before.get(file) === known);
    if (isSame) return;
    this.#files = files;
    this.#recipes = collect(files);
    this.#edition = sha256(JSON.stringify([...this.#recipes]));
  }

  /** Logs folders with too many files, once until that changes. */
  #noteCut(cut: readonly BrokenRecipe[]): void {
    if (JSON.stringify(cut) === JSON.stringify(this.#cut)) return;
    this.#cut = cut;
    for (const { file, problems } of cut) this.#log.warn({ folder: file, problems }, 'recipes are left out');
  }

  #readIfChanged(file: string, known: KnownFile | undefined, read: (file: string) => Reading): KnownFile | undefined {
    const stamp = readStamp(file);
    if (stamp === undefined || stamp === known?.stamp) return stamp === undefined ? undefined : known;
    const reading = read(file);
    if ('problems' in reading) {
      this.#log.warn({ file, problems: reading.problems }, 'a recipe is broken and left out');
    }
    return { stamp, reading };
  }
}

/** Collects the recipes by slug. Later files replace earlier ones; a broken file replaces none. */
function collect(files: ReadonlyMap<string, KnownFile>): ReadonlyMap<string, Recipe> {
  const bySlug = new Map<string, Recipe>();
  for (const { reading } of files.values()) {
    if ('recipe' in reading) bySlug.set(reading.recipe.slug, reading.recipe);
  }
  return new Map([...bySlug].sort(([, a], [, b]) => a.name.localeCompare(b.name, 'en')));
}

/** Returns an empty list if the folder does not exist. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[^.].*\.ya?ml$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

function describeCut(folder: string, names: readonly string[]): BrokenRecipe {
  const left = names.length - MOST_FILES;
  const reason = `The folder has ${names.length} recipes, and ${MOST_FILES} are read. Remove ${left}; left out from ${names[MOST_FILES]} on.`;
  return { file: folder, problems: [{ line: 1, reason }] };
}

function readStamp(file: string): string | undefined {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}

function readFile(file: string, ready: ReadyRecipes): Reading {
  try {
    if (statSync(file).size > LARGEST_FILE) {
      return { problems: [{ line: 1, reason: `The file is larger than ${LARGEST_FILE / 1024} KiB.` }] };
    }
    const slug = file.replace(/^.*[\\/]/, '').replace(/\.ya?ml$/, '');
    const text = readFileSync(file, 'utf8');
    const recipe = findReady(ready, slug, text);
    return recipe ? { recipe } : readRecipe(text, slug);
  } catch (error) {
    return { problems: [{ line: 1, reason: `The file cannot be read: ${(error as Error).message}` }] };
  }
}
