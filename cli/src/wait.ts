import type { Action, Hostler } from '../../sdk/src/index.ts';
import { CliError, EXIT } from './failure.ts';

interface WaitOptions {
  readonly seconds: number;
  /** Shows progress on one line of the terminal. */
  readonly onProgress: (text: string) => void;
}

/** Waits until an action has ended. Throws with the exit code of a time-out after `seconds`. */
export async function waitFor(hostler: Hostler, id: number, { seconds, onProgress }: WaitOptions): Promise<Action> {
  // A timer of `AbortSignal.timeout` does not keep the process alive, but the request does.
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    return await hostler.waitForAction(id, {
      signal,
      onProgress: ({ type, progress }) => onProgress(`Action ${id} (${type}): ${progress} %`),
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CliError(
      `The action ${id} has not ended after ${seconds} seconds. It goes on: hostctl action show ${id} --wait`,
      EXIT.timedOut,
    );
  }
}
