import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { nameVersion } from './deb-version.ts';

const built = { version: '0.2.0', release: null, commit: '1f2e3d4c5b6a', time: 1_763_444_532 };

describe('the version of the Debian package', () => {
  it('is the release, if the commit is one', () => {
    expect(nameVersion({ ...built, release: '0.2.0' })).toBe('0.2.0');
  });

  it('names time and commit otherwise', () => {
    expect(nameVersion(built)).toBe('0.2.0+20251118.054212.1f2e3d4c5b6a');
    expect(nameVersion({ ...built, commit: '1f2e3d4c5b6a-dirty-9a8b7c6d' })).not.toContain('-');
  });

  it('is higher for a later commit, and lower than the next release', () => {
    const isLower = (one: string, other: string) => execFileSync('dpkg', ['--compare-versions', one, 'lt', other]);
    const later = nameVersion({ ...built, commit: '000000000000', time: built.time + 1 });
    isLower(nameVersion({ ...built, release: '0.2.0' }), nameVersion(built));
    isLower(nameVersion(built), later);
    isLower(later, '0.2.1');
  });
});
