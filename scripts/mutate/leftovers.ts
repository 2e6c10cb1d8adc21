import { readdirSync, readFileSync } from 'node:fs';

/** Ends what a run started and did not end, a server for one: it runs from the folder, so it is known by its arguments. */
export function endLeftovers(folder: string): void {
  for (const pid of listProcesses()) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`)) process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself between the two lines.
    }
  }
}

/** None where there is no such folder: elsewhere than on Linux. */
function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
