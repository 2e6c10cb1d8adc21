import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills processes that a run started and did not end, such as a server. Finds them by the folder in their arguments.
 */
export function endLeftovers(folder: string): void {
  for (const pid of listProcesses()) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`)) process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended by itself after it was listed.
    }
  }
}

/** Returns none where /proc is missing: elsewhere than on Linux. */
function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
