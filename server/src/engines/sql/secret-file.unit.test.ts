import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import { writeSecretFile } from './secret-file.ts';

let place: string;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'secrets-of-tests-'));
  vi.stubEnv('TMPDIR', place);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await rm(place, { recursive: true, force: true });
});

async function abandon(content: string, age: number): Promise<string> {
  const folder = await mkdtemp(join(place, 'hostler-secret-'));
  await writeFile(join(folder, 'secret'), content);
  await utimes(folder, new Date(Date.now() - age), new Date(Date.now() - age));
  return folder;
}

it('removes old password files of killed processes', async () => {
  await abandon('old', 2 * DAY);
  const young = await abandon('young', HOUR);
  const file = await writeSecretFile('mine');
  expect(await readFile(file.path, 'utf8')).toBe('mine');
  expect(await readdir(place)).toHaveLength(2);
  expect(await readFile(join(young, 'secret'), 'utf8')).toBe('young');
  await file.remove();
  expect(await readdir(place)).toHaveLength(1);
});

it('scans the shared folder for old password files once an hour, not for each password', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await (await writeSecretFile('first')).remove();
  await abandon('old', 2 * DAY);
  await (await writeSecretFile('second')).remove();
  expect(await readdir(place)).toHaveLength(1);
  vi.advanceTimersByTime(HOUR);
  await (await writeSecretFile('third')).remove();
  expect(await readdir(place)).toHaveLength(0);
});
