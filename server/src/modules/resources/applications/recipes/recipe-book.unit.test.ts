import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '#kernel/log.ts';
import { PACKAGE_FOLDER } from '#kernel/package-folder.ts';
import { checkRecipes } from '../health.ts';
import { makeReady } from './ready-recipes.ts';
import { RecipeBook } from './recipe-book.ts';

const shipped = join(PACKAGE_FOLDER, 'recipes');
const log = createLogger('silent');
let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'hostler-recipes-'));
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterAll(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true });
});

/** Lets the next call check the files again. */
const later = () => vi.advanceTimersByTime(1_000);

describe('the recipe book', () => {
  it('finds no broken recipe among the shipped ones', () => {
    const book = new RecipeBook({ folders: [shipped], log });
    expect(book.listBroken()).toEqual([]);
    expect(book.find('welcome-message')).toMatchObject({ name: 'Welcome message' });
  });

  it('reports files beyond the 500 it reads, once in the log and in doctor', () => {
    const full = mkdtempSync(join(tmpdir(), 'hostler-recipes-'));
    const warn = vi.spyOn(log, 'warn');
    try {
      for (let count = 0; count < 502; count++) writeFileSync(join(full, `r${1000 + count}.yaml`), 'slug: broken');
      const book = new RecipeBook({ folders: [full], log });
      const cut = book.listBroken().filter(({ file }) => file === full);
      expect(cut).toMatchObject([{ problems: [{ reason: expect.stringContaining('502 recipes, and 500 are read') }] }]);
      const told = () => warn.mock.calls.filter(([, message]) => message === 'recipes are left out');
      expect(told()).toHaveLength(1);
      later();
      book.list();
      expect(told()).toHaveLength(1);
      rmSync(join(full, 'r1000.yaml'));
      rmSync(join(full, 'r1001.yaml'));
      later();
      expect(book.listBroken().filter(({ file }) => file === full)).toEqual([]);
    } finally {
      warn.mockRestore();
      rmSync(full, { recursive: true });
    }
  });

  it('picks up added, changed, broken and deleted files, and falls back to the shipped recipe', () => {
    const book = new RecipeBook({ folders: [shipped, dir, '/nonexistent'], log });
    const count = book.list().length;
    const file = join(dir, 'welcome-message.yaml');
    const recipe = (name: string) => `slug: welcome-message
name: ${name}
version: "1"
summary: Ours.
icon: { viewBox: 0 0 24 24, color: "#009639", paths: [M4 4h16v16H4z] }
categories: [test]
steps: [{ name: a, script: "true" }]
health: { script: "true" }
removal: [{ name: a, script: "true" }]
`;
    const before = book.edition;
    writeFileSync(file, recipe('Ours'));
    later();
    expect(book.find('welcome-message')?.name).toBe('Ours');
    expect(book.list()).toHaveLength(count);
    expect(book.edition).not.toBe(before);

    writeFileSync(file, recipe('Ours again'));
    later();
    expect(book.find('welcome-message')?.name).toBe('Ours again');
    const edition = book.edition;
    later();
    expect(book.edition).toBe(edition);

    writeFileSync(file, recipe('Broken').replace('steps:', 'stepz:'));
    later();
    expect(book.find('welcome-message')?.name).toBe('Welcome message');
    expect(checkRecipes(book)).toMatchObject({ reachable: true });
    expect(checkRecipes(book).advice).toContain(`${file}:1: steps is required.`);

    rmSync(file);
    later();
    expect(checkRecipes(book).advice).toBeNull();
  });

  it('uses the prebuilt recipe if its file is unchanged and reads the file otherwise', () => {
    const known = new RecipeBook({ folders: [shipped], log }).find('welcome-message');
    const text = readFileSync(join(shipped, 'welcome-message.yaml'), 'utf8');
    if (!known) throw new Error('It is shipped.');
    const ready = { 'welcome-message': makeReady(text, { ...known, name: 'Ready' }) };
    const place = mkdtempSync(join(tmpdir(), 'hostler-recipes-'));
    const book = new RecipeBook({ folders: [place], log, readReady: () => ready });
    writeFileSync(join(place, 'welcome-message.yaml'), text);
    expect(book.list()).toEqual([{ ...known, name: 'Ready' }]);
    writeFileSync(join(place, 'welcome-message.yaml'), `${text}\n`);
    later();
    expect(book.list()).toEqual([known]);
    rmSync(place, { recursive: true });
  });

  it('reports a file that is too large and reads the others', () => {
    const book = new RecipeBook({ folders: [shipped, dir], log });
    writeFileSync(join(dir, 'large.yaml'), '#'.repeat(200_000));
    expect(book.listBroken()).toMatchObject([{ problems: [{ reason: 'The file is larger than 128 KiB.' }] }]);
    expect(book.find('welcome-message')).toBeDefined();
    rmSync(join(dir, 'large.yaml'));
  });
});
