import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Settings } from './hostler-process.ts';

const PRELOAD = fileURLToPath(new URL('moved-clock-preload.ts', import.meta.url));

/** Clock of started programs. It advances by itself from the time that was set. */
export interface MovedClock {
  /** Settings that make a program use this clock. */
  readonly settings: Settings;
  now(): number;
  advance(ms: number): void;
}

/** Stores the clock offset in a file, so that running programs notice each change. */
export function openMovedClock(file: string, start: number): MovedClock {
  let ahead = start - Date.now();
  const save = () => {
    writeFileSync(`${file}.new`, String(ahead));
    // Rename atomically, so that no reader sees a partial file.
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
