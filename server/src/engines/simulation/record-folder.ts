import { statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { hasCode, readJson, writeJson } from '../durable-file.ts';

const batchSize = 64;

/**
 * One folder per machine, zone or database. A thing exists from the moment its `state.json` does: whatever else its
 * folder needs is written first, and its state is taken away first, so that a crash never leaves a half thing.
 */
export interface RecordFolder<T> {
  pathOf(name: string, file: string): string;
  read(name: string): Promise<T | undefined>;
  /** Another one after every write; undefined where there is nothing. */
  readStamp(name: string): string | undefined;
  list(): Promise<T[]>;
  write(name: string, state: T): Promise<void>;
  remove(name: string): Promise<void>;
}

export function openRecordFolder<T>(dir: string): RecordFolder<T> {
  const pathOf = (name: string, file: string) => join(dir, name, file);
  const read = (name: string) => readJson<T>(pathOf(name, 'state.json'));
  return {
    pathOf,
    read,

    readStamp(name) {
      const found = statSync(pathOf(name, 'state.json'), { bigint: true, throwIfNoEntry: false });
      return found && `${found.ino} ${found.mtimeNs}`;
    },

    async list() {
      const names = await listNames(dir);
      const states: T[] = [];
      // In batches: others go on between them.
      for (let i = 0; i < names.length; i += batchSize) {
        const batch = await Promise.all(names.slice(i, i + batchSize).map(read));
        states.push(...batch.filter((state) => state !== undefined));
        await breathe();
      }
      return states;
    },

    async write(name, state) {
      await writeJson(pathOf(name, 'state.json'), state);
    },

    async remove(name) {
      await rm(pathOf(name, 'state.json'), { force: true });
      await rm(join(dir, name), { recursive: true, force: true });
    },
  };
}

async function listNames(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).sort();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
