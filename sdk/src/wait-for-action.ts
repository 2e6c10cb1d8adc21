import { HostlerError } from './error.ts';
import type { ActionsApi } from './generated/calls.gen.ts';
import type { Action } from './generated/types.gen.ts';

export interface WaitOptions {
  /** Told each time the action moved on. */
  readonly onProgress?: ((action: Action) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The server holds each question so many seconds, unless the action ends before. */
const WAIT = 20;

export async function waitForAction(actions: ActionsApi, id: number, options: WaitOptions = {}): Promise<Action> {
  const { onProgress, signal } = options;
  let told = '';
  // The first answer comes at once, so that progress is shown from the beginning.
  for (let wait = 0; ; wait = WAIT) {
    const action = await actions.show({ id, wait }, { signal });
    const state = `${action.status} ${action.progress}`;
    if (state !== told) onProgress?.(action);
    told = state;
    if (action.status === 'succeeded') return action;
    if (action.status === 'failed') {
      const { code = 'FAILED', message = 'The action failed.' } = action.error ?? {};
      throw new HostlerError({ code, message, action });
    }
  }
}
