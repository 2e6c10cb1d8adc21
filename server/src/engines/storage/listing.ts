import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../durable-file.ts';
import type { ListedObject } from './driver.ts';

/** Yields every file below a folder except hidden ones, incrementally: there may be very many. */
export async function* listObjects(dir: string, prefix = ''): AsyncGenerator<ListedObject> {
  const folder = await ignoreAbsence(opendir(join(dir, prefix)));
  if (!folder) return;
  for await (const entry of folder) {
    if (entry.name.startsWith('.')) continue;
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* listObjects(dir, `${key}/`);
    else if (entry.isFile()) {
      const info = await ignoreAbsence(stat(join(dir, key)));
      if (info) yield { key, sizeBytes: info.size };
    }
  }
}

/** A file that disappears during the listing is skipped. */
async function ignoreAbsence<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
