import { statfs } from 'node:fs/promises';
import { EngineError } from '../engine.ts';

const MIB = 2 ** 20;
const GIB = 2 ** 30;

/** Most bytes written before the free space is measured again. */
const mostBetweenChecks = 16 * MIB;

export interface Space {
  totalBytes: number;
  freeBytes: number;
  /** Kept free: a full file system harms its other users more than a refused backup. */
  reserveBytes: number;
  /** True if there is still enough, but the operator should act. */
  isLow: boolean;
}

export async function measureSpace(dir: string): Promise<Space> {
  const { blocks, bavail, bsize } = await statfs(dir);
  const [totalBytes, freeBytes] = [blocks * bsize, bavail * bsize];
  const reserveBytes = Math.min(totalBytes / 20, GIB);
  return { totalBytes, freeBytes, reserveBytes, isLow: freeBytes < Math.min(totalBytes / 10, 50 * GIB) };
}

export interface SpaceGuard {
  /** Throws if there is certainly not enough space, before anything is written. */
  expect(bytes: number): Promise<void>;
  /** Throws if a write would use the reserve. Others may be filling the same file system. */
  admit(bytes: number): Promise<void>;
}

/** Guards one write into an existing folder. */
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
      // Measure more often when space runs out.
      if (bytes > admitted) admitted = Math.max(bytes, Math.min(mostBetweenChecks, (await measureRoom(bytes)) / 4));
      admitted -= bytes;
    },
  };
}
