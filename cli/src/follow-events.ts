import { setTimeout as pause } from 'node:timers/promises';
import { type Event, type EventType, type Hostler, HostlerError } from '../../sdk/src/index.ts';

const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

interface Followed {
  readonly type?: EventType | undefined;
  /** Number of past events to begin with. */
  readonly last: number;
  readonly onTrouble: (message: string) => void;
}

/** Returns past events and then new ones as they happen. Goes on after the server was unreachable. */
export async function* followEvents(hostler: Hostler, { type, last, onTrouble }: Followed): AsyncGenerator<Event> {
  const { data } = await hostler.events.list({ type, sort: 'desc', limit: Math.max(1, last) });
  let after = data[0]?.id ?? 0;
  yield* data.slice(0, last).reverse();
  for (let wait = SHORTEST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
    await pause(wait);
    try {
      for await (const event of hostler.events.list({ type, after })) {
        after = event.id;
        wait = SHORTEST_PAUSE_MS;
        yield event;
      }
    } catch (error) {
      if (!isPassing(error)) throw error;
      onTrouble(`${error.message} Trying again.`);
      wait = LONGEST_PAUSE_MS;
    }
  }
}

function isPassing(error: unknown): error is HostlerError {
  return error instanceof HostlerError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
