import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Config, readConfig } from '#settings/config.ts';
import { writeMovedSettings } from './moved-settings.ts';

const KEY = 'a secret key of at least 32 characters';
const URL = 'postgres://hostler:pass%27word@db.example.com:5432/hostler';

let dataDir: string;
let config: Config;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hostler-moved-'));
  config = readConfig({ HOSTLER_DATA_DIR: dataDir, HOSTLER_SECRET_KEY: KEY });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const read = (name: string) => readFile(join(dataDir, name), 'utf8');
const modeOf = async (name: string) => (await stat(join(dataDir, name))).mode & 0o777;

it('writes the URL and the key for PostgreSQL to a file that only its owner can read', async () => {
  await writeFile(join(dataDir, 'moved.env'), 'old', { mode: 0o644 });
  await writeFile(join(dataDir, 'moved.env.part'), 'of a killed move', { mode: 0o644 });
  expect(writeMovedSettings(config, URL)).toBe(join(dataDir, 'moved.env'));
  expect(await read('moved.env')).toBe(`HOSTLER_DATABASE_URL='${URL}'\nHOSTLER_SECRET_KEY='${KEY}'\n`);
  expect(await modeOf('moved.env')).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['moved.env']);
});

it('writes the key to its file for SQLite, and keeps another key that is there', async () => {
  writeMovedSettings(config, undefined);
  expect(await read('moved.env')).toBe('HOSTLER_DATABASE_URL=\nHOSTLER_DATABASE_DIRECT_URL=\n');
  expect([await read('secret.key'), await modeOf('secret.key')]).toEqual([`${KEY}\n`, 0o600]);
  writeMovedSettings(config, undefined);
  expect(existsSync(join(dataDir, 'secret.key.before-move'))).toBe(false);
  await writeFile(join(dataDir, 'secret.key'), 'another key\n');
  writeMovedSettings(config, undefined);
  expect([await read('secret.key'), await read('secret.key.before-move')]).toEqual([`${KEY}\n`, 'another key\n']);
  await writeFile(join(dataDir, 'secret.key'), 'a third key\n');
  writeMovedSettings(config, undefined);
  expect([await read('secret.key'), await read('secret.key.before-move-2')]).toEqual([`${KEY}\n`, 'a third key\n']);
  expect(await read('secret.key.before-move')).toBe('another key\n');
});

it.each(["it's", 'back\\slash', 'two\nlines'])('refuses %j in the URL, which no shell reads alike', async (text) => {
  expect(() => writeMovedSettings(config, `${URL}?name=${text}`)).toThrow('write %27 or %5C instead');
  expect(await readdir(dataDir)).toEqual([]);
});
