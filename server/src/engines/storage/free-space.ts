import { statfs } from 'node:fs/promises';
import { EngineError } from '../engine.ts';

const MIB = 2 ** 20;
const GIB = 2 ** 30;

/** Written at most before the file system is asked again. */
const mostBetweenLooks = 16 * MIB;

export interface Space {
  totalBytes: number;
  freeBytes: number;
  /** Left alone: a full file system hurts its other users more than a backup that was refused. */
  reserveBytes: number;
  /** Still enough, and time to do something about it. */
  isLow: boolean;
}

export async function measureSpace(dir: string): Promise<Space> {
  const { blocks, bavail, bsize } = await statfs(dir);
  const [totalBytes, freeBytes] = [blocks * bsize, bavail * bsize];
  const reserveBytes = Math.min(totalBytes / 20, GIB);
  return { totalBytes, freeBytes, reserveBytes, isLow: freeBytes < Math.min(totalBytes / 10, 50 * GIB) };
}

export interface SpaceGuard {
  /** Refuses what surely has no room, before anything is written. */
  expect(bytes: number): Promise<void>;
  /** Refuses to write so many more when that would eat the reserve; others may be filling the same file system. */
  admit(bytes: number): Promise<void>;
}

/** For one write into a folder that exists. */
export function guardSpace(dir: string): SpaceGuard {
  let admitted = 0;

  async function measureRoom(bytes: number): Promise<number> {
    const { freeBytes, reserveBytes } = await measureSpace(dir);
    const room = freeBytes - reserveBytes;
    if (bytes > room) throw new EngineError('refused', 'The backup storage is full.');
    return room;
  }

  return {
    expect: async (bytes) => void (await measureRoom(bytes)),

    async admit(bytes) {
      // The nearer the end, the more often it is asked.
      if (bytes > admitted) admitted = Math.max(bytes, Math.min(mostBetweenLooks, (await measureRoom(bytes)) / 4));
      admitted -= bytes;
    },
  };
}

export function formatBytes(bytes: number): string {
  return bytes < GIB ? `${(bytes / MIB).toFixed(1)} MiB` : `${(bytes / GIB).toFixed(1)} GiB`;
}
