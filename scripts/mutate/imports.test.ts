import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TestFinder } from './imports.ts';

const root = mkdtempSync(join(tmpdir(), 'hostler-imports-'));
afterAll(() => rmSync(root, { recursive: true }));

const files = {
  'a/gate.ts': '',
  'a/door.ts': "import { gate } from './gate.ts';",
  'a/beside.test.ts': '',
  'a/gate.unit.test.ts': '',
  'a/gate.slow.test.ts': '',
  'b/direct.test.ts': "import { gate } from '../a/gate.ts';",
  'b/further.test.ts': "import { door } from '../a/door.ts';",
  'b/other.test.ts': '',
  'a/deep/below.ts': '',
  'server/src/engines/real.test.ts': "import { gate } from '../../../a/gate.ts';",
};
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
const finder = new TestFinder(root, Object.keys(files));

describe('the tests near a file', () => {
  it('are ordered by same name, direct import, same folder and distance', () => {
    const near = ['a/gate.unit.test.ts', 'b/direct.test.ts', 'a/beside.test.ts', 'b/further.test.ts'];
    expect(finder.find('a/gate.ts', 10)).toEqual(near);
    expect(finder.find('a/gate.ts', 2)).toEqual(near.slice(0, 2));
  });

  it('are of the slow lane only if asked for', () => {
    expect(finder.find('a/gate.ts', 10, { slow: true })).toEqual(['a/gate.slow.test.ts']);
  });

  it('are those of the parent folder if its own folder has none', () => {
    expect(finder.find('a/deep/below.ts', 10)).toEqual(['a/beside.test.ts', 'a/gate.unit.test.ts']);
  });
});
