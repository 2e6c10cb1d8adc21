import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { pathOf } from '../instances.ts';

/** A variable that all have that a command starts, and nothing else in the machine. */
export type Mark = Readonly<{ HOSTLER_EXECUTION: string }>;

export function makeMark(): Mark {
  return { HOSTLER_EXECUTION: randomUUID() };
}

/** Goes on until a look finds none: one may start another between the look and the blow. */
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
 * Ends what a command started and left behind: the engine itself ends no more than the command. A machine without a
 * shell has started nothing that would be left. Nobody else has this mark: it is right whoever has the work by now.
 */
export async function endMarked(context: Context, name: string, mark: Mark, signal: AbortSignal): Promise<void> {
  const command = ['sh', '-c', script, 'sh', mark.HOSTLER_EXECUTION];
  const body = { command, environment: {}, 'wait-for-websocket': false, interactive: false };
  try {
    await context.operations.clear('POST', pathOf(name, '/exec'), { body, signal });
  } catch (error) {
    // It went down meanwhile, or there is no shell; whether the command has ended is looked at in any case.
    if (!(error instanceof ApiError) && !signal.aborted) throw error;
  }
}
