import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyFile } from './copy-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostler-copy-file-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('completes a copy of one snapshot during frequent writes', async () => {
  const file = join(folder, 'hostler.db');
  const writer = new Sqlite(file);
  writer.pragma('journal_mode = wal');
  writer.exec('create table settings (name text primary key, value text); create table filler (bytes blob)');
  // More than is copied in one event loop iteration.
  writer.exec(
    'with recursive n (i) as (select 1 union all select i + 1 from n where i < 500) insert into filler select randomblob(4000) from n',
  );
  const write = writer.prepare('insert into filler values (randomblob(4000))');
  let writes = 0;
  let copying = true;
  const keepWriting = () => {
    if (!copying) return;
    write.run();
    writes++;
    setImmediate(keepWriting);
  };
  keepWriting();
  try {
    await copyFile(file, join(folder, 'copy'), { last_copy: '7' });
  } finally {
    copying = false;
  }
  writer.close();
  const copy = new Sqlite(join(folder, 'copy'));
  const count = copy.prepare('select count(*) from filler').pluck().get();
  expect(copy.prepare('select * from settings').all()).toEqual([{ name: 'last_copy', value: '7' }]);
  copy.close();
  expect(writes).toBeGreaterThan(3);
  expect(count).toBe(501);
});
