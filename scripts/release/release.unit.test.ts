import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findNeeded } from './dependencies.ts';
import { readNotes } from './read-notes.ts';
import { findServerPackages, listShipped } from './shipped.ts';
import { writeSbom } from './write-sbom.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [0.2.0] - 2026-12-01\n\n- Second.\n\n## [0.1.0]\n\n';

describe('the release notes', () => {
  it('are the section of the version', () => {
    expect(readNotes(CHANGELOG, '0.2.0', true)).toBe('# Hostler 0.2.0\n\n- Second.\n');
  });

  it('are the section Unreleased between releases, with a warning', () => {
    expect(readNotes(CHANGELOG, '0.2.0+1', false)).toMatch(/^# Hostler 0\.2\.0\+1\n\nThis is a build.*- New\.\n$/s);
  });

  it('say between releases that nothing changed, as in the first commit after a release', () => {
    const changelog = CHANGELOG.replace('- New.\n\n', '');
    expect(readNotes(changelog, '0.2.0+1', false)).toMatch(/Do not use it in production\.\n\nNothing .+ changed/);
  });

  it.each(['0.1.0', '0.3.0'])('are required for %s', (version) => {
    expect(() => readNotes(CHANGELOG, version, true)).toThrow(`"## [${version}]"`);
  });
});

describe('the packages of a release', () => {
  it('are found as Node finds them', () => {
    const lock = {
      'node_modules/a': { version: '1', dependencies: { b: '*' }, optionalDependencies: { missing: '*' } },
      'node_modules/a/node_modules/b': { version: '2', dependencies: { c: '*' } },
      'node_modules/b': { version: '3' },
      'node_modules/c': { version: '4' },
      'node_modules/unused': { version: '5' },
    };
    const found = ['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c'];
    expect(Object.keys(findNeeded(lock, ['a']))).toEqual(found);
    expect(() => findNeeded(lock, ['missing'])).toThrow('missing is not in package-lock.json.');
  });

  it('are the dependencies of the server and the code in the panel, each with a licence', () => {
    const { dependencies } = JSON.parse(readFileSync(`${root}/server/package.json`, 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(findServerPackages(root))).toEqual(
      expect.arrayContaining(Object.keys(dependencies).map((name) => `node_modules/${name}`)),
    );
    const names = listShipped(root).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['react', 'uplot', '@scalar/fastify-api-reference', 'pg-types']));
    expect(names).not.toEqual(expect.arrayContaining(['vite']));
    expect(listShipped(root).filter(({ licence }) => licence.includes('GPL'))).toEqual([]);
  });

  it('are listed in the bill of materials, with the time of the commit', () => {
    const made = { root, version: '0.2.0', time: 1_763_444_532, node: '24.0.0' };
    const bom = JSON.parse(writeSbom(made)) as { components: { name: string; licenses: unknown[] }[] };
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { timestamp: '2025-11-18T05:42:12.000Z' } });
    const shipped = listShipped(root).map(({ name }) => name);
    expect(new Set(bom.components.map(({ name }) => name))).toEqual(new Set([...shipped, 'node']));
    for (const { licenses } of bom.components) expect(licenses).not.toEqual([]);
  });
});
