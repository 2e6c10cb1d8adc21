import { HostlerError } from './error.ts';
import type { ActionsApi } from './generated/calls.gen.ts';
import type { Action } from './generated/types.gen.ts';
import { sleep } from './retry.ts';

export interface WaitOptions {
  /** Called when the progress of the action changes. */
  readonly onProgress?: ((action: Action) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Long-poll time in seconds; the server responds earlier if the action ends. */
const WAIT = 20;
/** Pause in seconds if the server has too many long polls and responds immediately. */
const PAUSE = 5;
const AT_ONCE_MS = 1000;

/** Keeps each long poll shorter than `timeout`, the seconds that one attempt may take. */
export async function waitForAction(
  actions: ActionsApi,
  id: number,
  { onProgress, signal }: WaitOptions = {},
  timeout = Number.POSITIVE_INFINITY,
): Promise<Action> {
  const longest = Math.min(WAIT, Math.floor(timeout / 2));
  let told = '';
  for (let first = true; ; first = false) {
    const asked = Date.now();
    // The first request does not wait, so that progress is shown from the start.
    const action = await actions.show({ id, wait: first ? 0 : longest }, { signal });
    const state = `${action.status} ${action.progress}`;
    if (state !== told) onProgress?.(action);
    told = state;
    if (action.status === 'succeeded') return action;
    if (action.status === 'failed') {
      const { code = 'FAILED', message = 'The action failed.' } = action.error ?? {};
      throw new HostlerError({ code, message, action });
    }
    if (!first && Date.now() - asked < AT_ONCE_MS) await sleep(PAUSE, signal);
  }
}
