import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Finished, runHostler } from './hostler-process.ts';
import { type Home, prepareHome, serve } from './server.ts';

let home: Home;
let file: string;
let copy: string;

beforeAll(async () => {
  home = await prepareHome();
  file = join(home.dataDir, 'hostler.db');
  copy = join(home.dataDir, '..', 'copy.db');
  const made = await runHostler(['backup-data', '--to', copy], home.settings);
  expect(made.code, made.stderr).toBe(0);
});
afterAll(() => home.remove());

/** The database as it was, without anything beside it. */
beforeEach(async () => {
  for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
  await copyFile(copy, file);
});

async function overwriteMiddle(path: string): Promise<void> {
  const { size } = await stat(path);
  const handle = await open(path, 'r+');
  // Every page between the first and the last quarter, so that it does not matter which of them are in use.
  await handle.write(randomBytes(Math.floor(size / 2)), 0, undefined, Math.floor(size / 4));
  await handle.close();
}

const DAMAGES: [string, (path: string) => Promise<void>][] = [
  ['has random bytes in the middle', overwriteMiddle],
  ['is cut off in the middle', async (path) => truncate(path, Math.floor((await stat(path)).size / 2))],
  ['is cut off within its first page', (path) => truncate(path, 700)],
  ['is empty', (path) => truncate(path, 0)],
  ['is another kind of file', (path) => writeFile(path, 'Not a database.\n'.repeat(1_000))],
];

function expectSentence({ code, stdout, stderr }: Finished): void {
  expect(code, stdout + stderr).toBe(1);
  const sentences = stderr.split('\n').filter((line) => line.startsWith('hostler: '));
  expect(sentences, stderr).toHaveLength(1);
  expect(sentences[0]).toContain(file);
  expect(sentences[0]).toContain(`hostler restore-data --from ${copy} --replace`);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain('"stack"');
}

describe.each(DAMAGES)('a database that %s', (_how, damage) => {
  test.each([['serve'], ['doctor'], ['migrate']])(
    'gives a one-line error with the command that restores the last copy: hostler %s',
    async (name) => {
      await damage(file);
      // Nothing reads the pages in the middle when nothing has to be migrated.
      if (name === 'migrate' && _how === 'has random bytes in the middle') return;
      expectSentence(await runHostler([name], home.settings));
    },
  );
});

test('the restore command in the error message restores the data', async () => {
  await truncate(file, 0);
  const { stderr } = await runHostler(['doctor'], home.settings);
  const [, ...args] = /hostler (restore-data --from \S+ --replace)/.exec(stderr)?.[1]?.split(' ') ?? [];
  const restored = await runHostler(['restore-data', ...args], home.settings);
  expect(restored.code, restored.stderr).toBe(0);
  const { process } = await serve(home.settings);
  process.kill('SIGTERM');
  expect((await process.exited).code).toBe(0);
});

test('a damaged write-ahead log keeps the checkpointed data or gives a one-line error', async () => {
  const { process } = await serve(home.settings);
  process.kill('SIGKILL');
  await process.exited;
  expect(existsSync(`${file}-wal`)).toBe(true);
  await overwriteMiddle(`${file}-wal`);
  const { code, stderr } = await runHostler(['account', 'list'], home.settings);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect([0, 1]).toContain(code);
  if (code === 1) expect(stderr).toContain('restore-data');
});

test('the error message says if no copy is known', async () => {
  const noted = join(home.dataDir, 'installation.json');
  const text = await readFile(noted, 'utf8');
  await writeFile(noted, '{}');
  await truncate(file, 0);
  const { code, stderr } = await runHostler(['serve'], home.settings);
  await writeFile(noted, text);
  expect(code).toBe(1);
  expect(stderr).toContain('no copy made by backup-data is known');
});

test('an empty file in a folder that never had a database becomes a new installation', async () => {
  const dataDir = join(home.dataDir, '..', 'fresh');
  const settings = { ...home.settings, HOSTLER_DATA_DIR: dataDir };
  const first = await serve(settings);
  first.process.kill('SIGKILL');
  await first.process.exited;
  for (const name of ['hostler.db', 'hostler.db-wal', 'hostler.db-shm', 'installation.json', 'documents'])
    await rm(join(dataDir, name), { recursive: true, force: true });
  await writeFile(join(dataDir, 'hostler.db'), '');
  const { process } = await serve(settings);
  process.kill('SIGTERM');
  expect((await process.exited).code).toBe(0);
});

test('a running server that finds damage logs one fatal line, and /readyz returns 503', async () => {
  const { url, process } = await serve(home.settings);
  await overwriteMiddle(file);
  const damaged = await runHostler(['doctor'], home.settings);
  expect(damaged.code).toBe(1);
  // Pages that are not in memory are read again by searches over everything.
  const told = async () => {
    await fetch(`${url}/metrics`);
    return fetch(`${url}/readyz`);
  };
  await expect.poll(async () => (await told()).status).toBe(503);
  expect(JSON.stringify(await (await told()).json())).toContain('damaged');
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('hostler_db_unavailable{reason="damaged"} 1');
  const sentences = () => process.log().filter(({ level }) => level === 60);
  await expect.poll(() => sentences().length).toBe(1);
  expect(String(sentences()[0]?.msg)).toContain('restore-data');
  process.kill('SIGKILL');
  await process.exited;
});
