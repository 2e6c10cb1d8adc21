import type { ListedObject, StorageDriver } from '../../../engines/storage/driver.ts';
import { type Command, command, flag } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { listKnown } from './operator-store.ts';
import { readStorageKey } from './removal.ts';

const BATCH = 500;

interface Dependencies {
  db: Database;
  storage: StorageDriver;
}

export function backupCommands({ db, storage }: Dependencies): Command[] {
  /** Those of them that no backup needs. */
  async function selectOrphans(files: readonly ListedObject[]) {
    const keys = files.map(({ key }) => readStorageKey(key));
    const known = await db.read(listKnown(keys.flatMap((key) => key?.backupId ?? [])));
    const needed = new Set(
      known.filter(({ status }) => status !== 'failed').map((row) => `${row.account_id} ${row.id}`),
    );
    return files.flatMap(({ key, sizeBytes }, index) => {
      const name = keys[index];
      if (name && needed.has(`${name.accountId} ${name.backupId}`)) return [];
      return [{ file: key, size_bytes: sizeBytes, ours: name !== undefined }];
    });
  }

  async function* listOrphans() {
    let batch: ListedObject[] = [];
    for await (const file of storage.list()) {
      batch.push(file);
      if (batch.length < BATCH) continue;
      yield* await selectOrphans(batch);
      batch = [];
    }
    yield* await selectOrphans(batch);
  }

  return [
    command({
      name: 'backup orphans',
      summary: 'List the files in the backup storage that no backup needs.',
      options: { remove: flag('Remove them, but for those that are not named like a backup.') },
      columns: ['file', 'size_bytes', 'removed'],
      // Never by itself: after the database was put back to an older state, these are backups that it forgot.
      async run({ remove }) {
        const orphans: { file: string; size_bytes: number; removed: boolean }[] = [];
        for await (const { ours, ...file } of listOrphans()) {
          const removed = ours && remove;
          if (removed) await storage.remove(file.file);
          orphans.push({ ...file, removed });
        }
        return orphans;
      },
    }),
  ];
}
