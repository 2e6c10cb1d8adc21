import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StorageDriver } from '#engines/storage/driver.ts';
import { createFolderStorage } from '#engines/storage/folder.ts';
import { createBackupActions } from './actions.ts';
import type { BackupKind } from './backup-kind.ts';
import { createBackupKinds } from './kinds.ts';
import { insertBackup } from './store.ts';

let server: TestServer;
let dir: string;

beforeEach(async () => {
  server = await startTestServer({ worker: false });
  dir = await mkdtemp(join(tmpdir(), 'hostler-backups-'));
});
afterEach(async () => {
  await server.stop();
  await rm(dir, { recursive: true });
});

/** Makes a backup on this storage with a fake kind that accepts any content. */
async function backUpTo(storage: StorageDriver): Promise<unknown> {
  const { db } = server.hostler;
  const { id: accountId } = await server.createAccount();
  const resource = {
    resource_type: 'database',
    resource_id: 1,
    engine: 'postgresql',
    expected_bytes: 0,
    last_since: null,
  } as const;
  const now = server.clock.now();
  const backup = await db.write(() =>
    insertBackup(accountId, { name: 'nightly', type: 'manual', ...resource, created_at: now }),
  );
  const contented = {
    type: 'database',
    dump: async () => Readable.from([Buffer.from('as it was written')]),
    examine: async (_target: unknown, stored: Readable) => void stored.resume(),
  };
  const { create } = createBackupActions({
    db,
    storage,
    kinds: createBackupKinds([contented as unknown as BackupKind]),
    *tellOfFailures() {},
    *tellOfDrill() {},
  });
  const target = { type: 'database', engine: 'postgresql', username: 'a1_shop' } as const;
  const signal = new AbortController().signal;
  return create.run({ accountId, backupId: backup.id, target }, { signal, report: async () => {} });
}

async function listKeys(storage: StorageDriver): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys;
}

it('keeps a backup that reads back as it was written', async () => {
  const storage = createFolderStorage({ dir });
  expect(await backUpTo(storage)).toMatchObject({ sizeBytes: 17 });
  expect(await listKeys(storage)).toHaveLength(1);
});

it('fails a backup that reads back differently, even if the engine accepts it, and deletes the file', async () => {
  const storage = createFolderStorage({ dir });
  const faultyDisk: StorageDriver = {
    ...storage,
    async write(key, source, options) {
      const written = await storage.write(key, source, options);
      await appendFile(join(dir, key), '!');
      return written;
    },
  };
  await expect(backUpTo(faultyDisk)).rejects.toMatchObject({
    code: 'refused',
    message: 'The backup could not be read back as it was written.',
  });
  expect(await listKeys(storage)).toEqual([]);
});
