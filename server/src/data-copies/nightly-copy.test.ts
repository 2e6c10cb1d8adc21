import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR, SECOND } from '#kernel/time.ts';
import { serverCommands } from '#program/server-commands.ts';
import { checkCopies, readBack } from './backup-data.ts';
import { nameCopy } from './copy-folder.ts';

const MAILS = sql<object, { id: number }>("select id from mails where kind = 'backup-failed'");

let server: TestServer;
let folder: string;
/** Copies of other nights, the oldest first. */
let before: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostler-nightly-'));
  server = await startTestServer({ worker: false, env: { HOSTLER_COPY_DIR: join(folder, 'copies') } });
  await signInStaff(server, 'owner');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  server.clock.advance(24 * HOUR);
  await rm(join(folder, 'copies'), { recursive: true, force: true });
  await mkdir(join(folder, 'copies'));
  before = Array.from({ length: 8 }, (_, day) => `nightly-2020010${day + 1}T023000Z`);
  for (const name of before) await writeFile(join(folder, 'copies', name), '');
});

const run = async (values: object, name = 'nightly-copy', { hostler } = server) => {
  const commands = [...hostler.commands, ...serverCommands(hostler)];
  return (await commands.find((command) => command.name === name)?.run({ keep: 7, ...values })) as {
    file: string | null;
    deleted: string[];
  };
};
const list = async () => (await readdir(join(folder, 'copies'))).sort();
const countMails = async () => (await server.hostler.db.read(MAILS.all({}))).length;

it('keeps the seven newest copies and everything that is none', async () => {
  const others = ['before-20200101T000000Z', 'nightly-20200101', 'nightly-20200101T023000Z.old'];
  for (const name of others) await writeFile(join(folder, 'copies', name), '');
  await symlink('/etc', join(folder, 'copies', 'nightly-20190101T000000Z'));
  const { file, deleted } = await run({});
  expect(deleted.sort()).toEqual(before.slice(0, 2));
  const made = file?.split('/').at(-1) ?? '';
  expect(made).toMatch(/^nightly-\d{8}T\d{6}Z$/);
  expect(await list()).toEqual([...others, 'nightly-20190101T000000Z', ...before.slice(2), made].sort());
  await readBack(file ?? '', runsOnPostgres);
});

it('makes no copy on the day of another one', async () => {
  await run({ to: join(folder, `own-${server.clock.now()}`) }, 'backup-data');
  server.clock.advance(22 * HOUR);
  expect(await run({})).toEqual({ note: expect.stringMatching(/^A copy was made on /) });
  expect(await list()).toEqual(before);
  server.clock.advance(2 * HOUR);
  expect(await run({})).toMatchObject({ file: expect.stringContaining('nightly-') });
});

it('deletes nothing and sends one mail a day to staff if it fails', async () => {
  const mails = await countMails();
  // The clock runs on: the name of any second of the next minutes is taken.
  const now = server.clock.now();
  const taken = Array.from({ length: 300 }, (_, second) => nameCopy('nightly', now + second * SECOND));
  for (const name of taken) await writeFile(join(folder, 'copies', name), '');
  for (let time = 0; time < 2; time++) await expect(run({})).rejects.toThrow(/exists already/);
  expect(await list()).toEqual([...before, ...taken].sort());
  expect(await countMails()).toBe(mails + 1);
});

it('needs room for two copies', async () => {
  // A file system without any space.
  const full = await startTestServer({ worker: false, env: { HOSTLER_COPY_DIR: '/proc' } });
  try {
    await expect(run({}, 'nightly-copy', full)).rejects.toThrow(/The disk of \/proc is too small/);
  } finally {
    await full.stop();
  }
});

it('reads a copy back, and detects one that could not be restored', async () => {
  const { file } = await run({});
  const bytes = await readFile(file ?? '');
  const damaged = join(folder, 'damaged');
  await writeFile(damaged, bytes.subarray(0, Math.floor(bytes.length / 2)));
  await expect(readBack(damaged, runsOnPostgres)).rejects.toThrow(/not a whole copy|is damaged|is not whole/);
});

it('doctor warns until staff have confirmed that the copies are on another machine', async () => {
  await run({});
  const check = () => checkCopies(server.hostler).check(1_000);
  expect(await check()).toMatchObject({ advice: expect.stringContaining('another machine') });
  await run({ place: 'backup.example.com' }, 'data-copies confirm');
  expect(await check()).toMatchObject({ advice: null, detail: expect.stringContaining('backup.example.com') });
});
