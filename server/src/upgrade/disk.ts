import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatBytes } from '#kernel/bytes.ts';

/** Space that an upgrade needs in a folder. */
export interface DiskNeed {
  readonly folder: string;
  readonly purpose: string;
  readonly needed_bytes: number;
  readonly free_bytes: number;
}

/** Left free for the log, mail and everything else that is written meanwhile. */
const RESERVE = 32 * 1024 * 1024;

export function measureDisk(folder: string, purpose: string, bytes: number): DiskNeed {
  const { bavail, bsize } = statfsSync(nearestFolder(folder));
  return { folder, purpose, needed_bytes: bytes, free_bytes: bavail * bsize };
}

/** Returns a sentence for each file system on which all needs together do not fit. */
export function describeLackOfSpace(needs: readonly DiskNeed[]): string[] {
  const disks = Map.groupBy(needs, ({ folder }) => statSync(nearestFolder(folder)).dev);
  return [...disks.values()].flatMap((sharing) => {
    const needed = sharing.reduce((sum, need) => sum + need.needed_bytes, RESERVE);
    const free = Math.min(...sharing.map(({ free_bytes }) => free_bytes));
    if (needed <= free) return [];
    const where = sharing.map(({ folder }) => folder).join(' and ');
    return [
      `The disk of ${where} is too small: ${formatBytes(needed)} are needed and ${formatBytes(free)} are free. Free some space first.`,
    ];
  });
}

/** The folder may be created later. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}
