import { HostlerError } from './error.ts';
import type { ActionsApi } from './generated/calls.gen.ts';
import type { Action } from './generated/types.gen.ts';
import { sleep } from './retry.ts';

export interface WaitOptions {
  /** Told each time the action moved on. */
  readonly onProgress?: ((action: Action) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The server holds each question so many seconds, unless the action ends before. */
const WAIT = 20;
/** It answers at once where so many questions are held that it takes no more of them: then we pause, in seconds. */
const PAUSE = 5;
const AT_ONCE_MS = 1000;

/** `timeout` is how many seconds an attempt may take: no question is to be held for as long. */
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
    // The first answer comes at once, so that progress is shown from the beginning.
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
