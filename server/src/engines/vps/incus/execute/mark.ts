import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { pathOf } from '../instances.ts';

/** A variable that only the processes started by a command have. */
export type Mark = Readonly<{ HOSTLER_EXECUTION: string }>;

export function makeMark(): Mark {
  return { HOSTLER_EXECUTION: randomUUID() };
}

/** Repeats until no process is found: one may start another between the scan and the kill. */
const script = `
for round in 1 2 3 4 5 6 7 8 9 10; do
  found=
  for process in /proc/[0-9]*; do
    case "$(tr '\\0' '\\n' <"$process/environ" 2>/dev/null)" in
    *"HOSTLER_EXECUTION=$1"*) kill -9 "\${process#/proc/}" 2>/dev/null && found=1 ;;
    esac
  done
  [ -n "$found" ] || exit 0
done`;

/**
 * Kills processes that a command left behind: the engine ends only the command itself. A machine without a shell has no
 * such processes. The mark is unique, so this is safe even if another worker has the job now.
 */
export async function endMarked(context: Context, name: string, mark: Mark, signal: AbortSignal): Promise<void> {
  const command = ['sh', '-c', script, 'sh', mark.HOSTLER_EXECUTION];
  const body = { command, environment: {}, 'wait-for-websocket': false, interactive: false };
  try {
    await context.operations.clear('POST', pathOf(name, '/exec'), { body, signal });
  } catch (error) {
    // The machine stopped meanwhile, or there is no shell. The end of the command is checked in any case.
    if (!(error instanceof ApiError) && !signal.aborted) throw error;
  }
}
