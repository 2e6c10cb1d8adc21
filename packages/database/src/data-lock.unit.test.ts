import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { DataFolderInUse } from './data-folder-in-use.ts';
import { lockDataFolder } from './data-lock.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostler-lock-'));
  return () => rm(folder, { recursive: true });
});

describe('a data folder', () => {
  it('can be locked by one holder at a time', () => {
    const release = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
    expect(() => lockDataFolder(folder)).toThrow(folder);
    release();
    lockDataFolder(folder)();
  });
});
