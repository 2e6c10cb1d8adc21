import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

describe('the scripts of the workspace', () => {
  it('install dependencies first, so that each works in a fresh clone', async () => {
    const { scripts } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
    };
    // npm itself runs it, after the installation.
    const own = Object.keys(scripts).filter((name) => !/^pre/.test(name) && name !== 'postinstall');
    const without = own.filter((name) => !scripts[`pre${name}`]?.startsWith('node scripts/ensure-installed.mjs'));
    expect(without).toEqual([]);
  });
});
