import { statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { hasCode, readJson, writeJson } from '../durable-file.ts';

const batchSize = 64;

/**
 * Stores a folder per machine, zone or database. A record exists if its `state.json` does. It is written last and
 * deleted first, so that a crash never leaves a partial record.
 */
export interface RecordFolder<T> {
  pathOf(name: string, file: string): string;
  read(name: string): Promise<T | undefined>;
  /** Returns a value that changes with every write; undefined if there is no record. */
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
      // In batches, so that other work can run in between.
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
