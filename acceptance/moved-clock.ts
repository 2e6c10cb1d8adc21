import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Settings } from './hostler-process.ts';

const PRELOAD = fileURLToPath(new URL('moved-clock-preload.ts', import.meta.url));

/** The clock of started programs. It goes on by itself, from where it was set. */
export interface MovedClock {
  /** Programs that are started with these go by this clock. */
  readonly settings: Settings;
  now(): number;
  advance(ms: number): void;
}

/** Keeps how far the clock is ahead in a file, so that programs that run already notice each change. */
export function openMovedClock(file: string, start: number): MovedClock {
  let ahead = start - Date.now();
  const save = () => {
    writeFileSync(`${file}.new`, String(ahead));
    // Nobody reads a file that is half written.
    renameSync(`${file}.new`, file);
  };
  save();
  return {
    settings: { NODE_OPTIONS: `--import=${PRELOAD}`, TEST_CLOCK_FILE: file },
    now: () => Date.now() + ahead,
    advance(ms) {
      ahead += ms;
      save();
    },
  };
}
