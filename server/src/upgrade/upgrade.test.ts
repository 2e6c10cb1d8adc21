import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Migration, sql } from '@hostler/database';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { actDirectly } from '@hostler/testing/server/operator.ts';
import { createTestDatabase } from '@hostler/testing/test-database.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '#compose/compose.ts';
import { systemClock } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import { migrate } from '#program/prepare.ts';
import { VERSION } from '#program/version.ts';
import { type Config, readConfig } from '#settings/config.ts';
import { checkUpgrade } from './check.ts';
import { describeUpgrade } from './describe-check.ts';
import { describeRollback, type Rollback } from './describe-rollback.ts';
import { noteProgramVersion } from './program-version.ts';
import { readUpgradeRecord } from './record.ts';
import { rollbackCommand } from './rollback.ts';

const STEP: Migration = { id: 'zz-001', script: 'create index zz_names on accounts (name);' };
const BREAKING: Migration = { id: 'zz-002', script: 'alter table accounts add column zz bigint;', breaks: true };
const NAMES = sql<object, { name: string }>('select name from accounts order by name');

let folder: string;
let config: Config;
const cleanUp: (() => Promise<unknown>)[] = [];

const SECRET = 'a secret key of at least 32 characters';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostler-upgrade-'));
  if (!runsOnPostgres) await makeInstallation({ HOSTLER_DATA_DIR: join(folder, 'template') });
});
afterAll(async () => {
  for (const drop of cleanUp) await drop();
  await rm(folder, { recursive: true, force: true });
});

/** Makes an installation of this version with one account. */
async function makeInstallation(env: Record<string, string>): Promise<void> {
  config = readConfig({ ...env, HOSTLER_SECRET_KEY: SECRET });
  await use([], (hostler) => createAccount(hostler, 'Before'));
}

beforeEach(async () => {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const env: Record<string, string> = { HOSTLER_DATA_DIR: dataDir, HOSTLER_SECRET_KEY: SECRET };
  if (runsOnPostgres) {
    const { directUrl, drop } = await createTestDatabase({
      template: 'upgrade',
      migrate: (url) => makeInstallation({ ...env, HOSTLER_DATABASE_URL: url }),
    });
    cleanUp.push(drop);
    env.HOSTLER_DATABASE_URL = directUrl;
  } else {
    await copyFile(join(folder, 'template/hostler.db'), join(dataDir, 'hostler.db'));
  }
  config = readConfig(env);
});

/** Opens the installation with a version that has these additional migrations. */
async function use<T>(
  steps: readonly Migration[],
  act: (hostler: Hostler) => Promise<T>,
  { copy }: { copy?: string } = {},
): Promise<T> {
  const hostler = await compose({ config, clock: systemClock, log: pino({ level: 'silent' }) });
  try {
    const newer = { ...hostler, migrations: [...hostler.migrations, ...steps] };
    await migrate(newer, { copy });
    return await act(newer);
  } finally {
    await hostler.db.close();
  }
}

async function createAccount(hostler: Hostler, name: string): Promise<void> {
  await actDirectly(hostler).accounts.create({ name, email: `${name}@example.com` });
}

const listNames = async (hostler: Hostler) => (await hostler.db.read(NAMES.all({}))).map(({ name }) => name);
const listCopies = () => (existsSync(config.copyDir) ? readdir(config.copyDir) : Promise.resolve([]));

async function listSteps(): Promise<readonly Migration[]> {
  const hostler = await compose({ config, clock: systemClock, log: pino({ level: 'silent' }) });
  await hostler.db.close();
  return hostler.migrations;
}

const check = async (...steps: Migration[]) => checkUpgrade(config, [...(await listSteps()), ...steps]);
const rollback = (yes: boolean) => rollbackCommand(() => config, listSteps).run({ yes }) as Promise<Rollback>;

describe('upgrade check', () => {
  it('finds nothing to do for the version that is in use', async () => {
    const report = await check();
    expect(report).toMatchObject({ version: VERSION, from_version: VERSION, migrations: [], disk: [], notes: [] });
    expect(report.problems).toEqual([]);
    expect(describeUpgrade(report)).toContain('Migrations: none.');
  });

  it('lists migrations with their rows, the disk that is needed, and notes, and changes nothing', async () => {
    // There are no notes between a release and the next change.
    await use([], (hostler) => hostler.db.write(() => noteProgramVersion('0.1.0')));
    const report = await check(STEP, BREAKING);
    expect(report.migrations).toMatchObject([
      { id: 'zz-001', tables: ['accounts'], rows: 1, breaks: false },
      { id: 'zz-002', tables: [], rows: 0, breaks: true },
    ]);
    expect(report.disk[0]).toMatchObject({ folder: config.copyDir, free_bytes: expect.any(Number) });
    expect(report.disk[0]?.needed_bytes).toBe(report.size_bytes);
    expect(report.notes.length).toBeGreaterThan(0);
    expect(report.problems).toEqual([]);
    expect(describeUpgrade(report)).toContain(
      'The version before cannot use the database afterwards, because of zz-002',
    );
    expect((await check(STEP)).migrations).toHaveLength(1);
    expect(await listCopies()).toEqual([]);
  });

  it('names a database that a newer version has changed', async () => {
    await use([BREAKING], listNames);
    const { problems } = await check();
    expect(problems).toEqual([expect.stringContaining('A newer version has changed the database')]);
    expect(describeUpgrade(await check())).toContain('The upgrade would fail:');
  });

  it('names a secret key that does not belong to the data', async () => {
    config = { ...config, secretKey: 'another key of at least 32 characters' };
    expect((await check()).problems).toEqual([expect.stringContaining('The secret key does not belong to this data')]);
  });
});

describe('the copy before an upgrade', () => {
  it('is made before migrations of existing data only', async () => {
    expect(await listCopies()).toEqual([]);
    await use([], listNames);
    expect(await listCopies()).toEqual([]);
    await use([STEP], listNames);
    expect(await listCopies()).toEqual([expect.stringMatching(/^before-\d{8}T\d{6}Z$/)]);
    expect(readUpgradeRecord(config.dataDir)).toMatchObject({
      from_version: VERSION,
      migrations: ['zz-001'],
      finished_at: expect.any(String),
    });
  });

  it('is not made if a setting or the given copy replaces it', async () => {
    config = { ...config, upgradeCopy: false };
    await use([STEP], listNames);
    config = { ...config, upgradeCopy: true };
    const copy = join(folder, 'own-copy');
    await expect(use([STEP, BREAKING], listNames, { copy })).rejects.toThrow('Nothing was changed.');
    await writeFile(copy, 'anything');
    await use([STEP, BREAKING], listNames, { copy });
    expect(readUpgradeRecord(config.dataDir)).toMatchObject({ copy, migrations: ['zz-002'] });
    expect(await listCopies()).toEqual([]);
  });

  it('is made once if the migrations fail and are repeated', async () => {
    const wrong: Migration = { id: 'zz-003', script: 'alter table missing add column a bigint;' };
    await expect(use([STEP, wrong], listNames)).rejects.toThrow();
    const { copy } = readUpgradeRecord(config.dataDir) ?? {};
    expect(readUpgradeRecord(config.dataDir)?.finished_at).toBeNull();
    await use([STEP, { ...wrong, script: 'alter table accounts add column a bigint;' }], listNames);
    expect(readUpgradeRecord(config.dataDir)).toMatchObject({ copy, finished_at: expect.any(String) });
    expect(await listCopies()).toHaveLength(1);
  });

  it('is made even if there is no folder for it yet, and the three newest copies are kept', async () => {
    config = { ...config, copyDir: join(config.dataDir, 'not', 'yet') };
    await use([STEP], listNames);
    const [first = ''] = await listCopies();
    expect((await stat(config.copyDir)).mode & 0o777).toBe(0o700);
    const older = ['before-20200101T000000Z', 'before-20200102T000000Z', 'before-20200103T000000Z'];
    const others = ['before-20200101', 'nightly-20200101T000000Z'];
    for (const name of [...others, ...older]) await writeFile(join(config.copyDir, name), '');
    await rename(join(config.copyDir, first), join(config.copyDir, 'before-20200104T000000Z'));
    await use([STEP, BREAKING], listNames);
    expect((await listCopies()).sort()).toEqual([
      ...['before-20200101', 'before-20200103T000000Z', 'before-20200104T000000Z'],
      expect.stringMatching(/^before-2\d{7}T\d{6}Z$/),
      'nightly-20200101T000000Z',
    ]);
  });
});

describe('rollback', () => {
  it('refuses without an upgrade', async () => {
    await expect(rollback(false)).rejects.toThrow('No upgrade with migrations is recorded');
  });

  it('explains what would be lost, and with --yes restores the data from before', async () => {
    await use([STEP, BREAKING], (hostler) => createAccount(hostler, 'After'));
    const plan = await rollback(false);
    expect(plan).toMatchObject({ performed: false, kept: null, breaking: ['zz-002'], migrations: 2 });
    expect(plan.created_since).toMatchObject({ accounts: 1, tickets: 0 });
    expect(describeRollback(plan)).toContain('Created since then: 1 accounts');
    expect(await use([STEP, BREAKING], listNames)).toEqual(['After', 'Before']);

    const done = await rollback(true);
    expect(done).toMatchObject({ performed: true, kept: expect.any(String) });
    expect(describeRollback(done)).toContain('Do not start this version');
    expect(await use([], listNames)).toEqual(['Before']);
    await expect(rollback(true)).rejects.toThrow('was rolled back on');
  });

  it('says that nothing must be restored if the version before can use the data', async () => {
    await use([STEP], listNames);
    expect(describeRollback(await rollback(false))).toContain('install it, and nothing is lost');
  });

  it('refuses if the copy is gone', async () => {
    await use([STEP], listNames);
    await rm(config.copyDir, { recursive: true });
    await expect(rollback(true)).rejects.toThrow('is missing. Put it back');
  });
});
