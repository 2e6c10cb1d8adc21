import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SIZE = '400m';
const CHUNK = Buffer.alloc(1024 * 1024);

/** A disk that is soon full, and can be emptied again. */
export interface SmallDisk {
  readonly path: string;
  fill(): void;
  free(): void;
  remove(): void;
}

/** Mounts a disk in memory, which only root may do. Returns undefined if that fails. */
export function makeSmallDisk(folder: string): SmallDisk | undefined {
  const path = join(folder, 'disk');
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=711`, 'hostler-drill', path], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const ballast = join(path, 'ballast');
  let mounted = true;
  return {
    path,
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
    remove() {
      if (!mounted) return;
      mounted = false;
      // Lazily: a server that is just ending may still have its folder there.
      execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
    },
  };
}

/** Fills the disk to the last byte. */
function fill(file: string): void {
  const ballast = openSync(file, 'a');
  try {
    for (let size = CHUNK.length; size >= 1; ) {
      try {
        writeSync(ballast, CHUNK, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 16);
      }
    }
  } finally {
    closeSync(ballast);
  }
}
