import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { DAY, HOUR } from '../../kernel/time.ts';
import { writeSecretFile } from './secret-file.ts';

it('takes away the passwords that processes which were killed left long ago', async () => {
  const place = await mkdtemp(join(tmpdir(), 'secrets-of-tests-'));
  const ages = { old: 2 * DAY, young: HOUR };
  const folders: Record<string, string> = {};
  for (const [name, age] of Object.entries(ages)) {
    const folder = await mkdtemp(join(place, 'hostler-secret-'));
    await writeFile(join(folder, 'secret'), name);
    await utimes(folder, new Date(Date.now() - age), new Date(Date.now() - age));
    folders[name] = folder;
  }
  vi.stubEnv('TMPDIR', place);
  try {
    const file = await writeSecretFile('mine');
    expect(await readFile(file.path, 'utf8')).toBe('mine');
    expect(await readdir(place)).toHaveLength(2);
    expect(await readFile(join(folders.young ?? '', 'secret'), 'utf8')).toBe('young');
    await file.remove();
    expect(await readdir(place)).toHaveLength(1);
  } finally {
    vi.unstubAllEnvs();
    await rm(place, { recursive: true, force: true });
  }
});
