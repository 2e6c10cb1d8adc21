import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSqlDriver } from '@hostler/testing/contracts/sql.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failNext } from '../simulation/faults.ts';
import { sqlEngines } from './driver.ts';
import { canLogIn, canWrite, createSimulatedSql, findSimulatedContent } from './simulated.ts';

for (const engine of sqlEngines) {
  describeSqlDriver(`simulated ${engine}`, async () => {
    const dir = await mkdtemp(join(tmpdir(), 'hostler-sql-'));
    return {
      driver: createSimulatedSql({ dir, engine }),
      scribble: (database, content) => writeFile(findSimulatedContent(dir, database), content),
      readBack: (database) => readFile(findSimulatedContent(dir, database), 'utf8'),
      canLogIn: (credentials) => canLogIn(dir, credentials),
      canWrite: ({ database }) => canWrite(dir, database),
      close: () => rm(dir, { recursive: true, force: true }),
    };
  });
}

describe('simulated SQL', () => {
  let dir: string;
  const credentials = { database: 'c1_shop', username: 'c1_shop', password: 'correct horse battery staple' };

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hostler-sql-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('stores no password', async () => {
    await createSimulatedSql({ dir, engine: 'mariadb' }).create(credentials);
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.join()).not.toContain(credentials.password);
  });

  it('has no database after a creation that failed halfway, and has one after a retry', async () => {
    const driver = createSimulatedSql({ dir, engine: 'postgresql' });
    await failNext(dir, { operation: 'create', stage: 'halfway', times: 1, code: 'unreachable', message: 'No.' });
    await expect(driver.create(credentials)).rejects.toMatchObject({ code: 'unreachable' });
    await expect(driver.size(credentials.database)).rejects.toMatchObject({ code: 'not_found' });
    await driver.create(credentials);
    expect(await canLogIn(dir, credentials)).toBe(true);
  });

  it('keeps the content if a load fails halfway, and leaves no other files', async () => {
    const driver = createSimulatedSql({ dir, engine: 'postgresql' });
    await driver.create(credentials);
    const dump = await driver.dump(credentials.database);
    const content = findSimulatedContent(dir, credentials.database);
    await writeFile(content, 'newer');
    await failNext(dir, { operation: 'load', stage: 'halfway', times: 1, code: 'refused', message: 'No.' });
    await expect(driver.load(credentials.database, dump)).rejects.toMatchObject({ code: 'refused' });
    expect(await readFile(content, 'utf8')).toBe('newer');
    expect(await readdir(join(content, '..'))).toEqual(['content.sql', 'state.json']);
  });

  it('returns the default port of its engine', () => {
    expect(createSimulatedSql({ dir, engine: 'postgresql' }).endpoint.port).toBe(5432);
    expect(createSimulatedSql({ dir, engine: 'mariadb' }).endpoint.port).toBe(3306);
  });
});
