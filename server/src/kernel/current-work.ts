import { AsyncLocalStorage } from 'node:async_hooks';

/** A request or a job that uses the event loop. The name has few values that are known in advance, never a URL. */
export interface Work {
  readonly name: string;
  readonly accountId?: number | null | undefined;
}

/** The work that held the event loop longest in some time, as far as it is known. */
export interface Longest {
  readonly work: Work | undefined;
  readonly ms: number;
}

const current = new AsyncLocalStorage<Work | undefined>();
const nothing: Longest = { work: undefined, ms: 0 };
let running: Work | undefined;
let since = performance.now();
let longest = nothing;

/** Runs work under its name, for the log of what held up the event loop. */
export function workOn<T>(work: Work | undefined, run: () => T): T {
  noteWork(work);
  return current.run(work, run);
}

/**
 * Notes that the current work continues, after it waited. Called where results of the database and of engines arrive: a
 * promise does not tell when its continuation runs.
 */
export function noteCurrentWork(): void {
  noteWork(current.getStore());
}

/** Binds the current work to a function that is called from another context. */
export function keepWork<T>(run: () => T): () => T {
  const work = current.getStore();
  return () => workOn(work, run);
}

/** Notes that this work uses the event loop from now on. */
export function noteWork(work: Work | undefined): void {
  const now = performance.now();
  if (now - since > longest.ms) longest = { work: running, ms: now - since };
  running = work;
  since = now;
}

/** Returns what held the event loop longest since the last call. */
export function takeLongest(): Longest {
  noteWork(undefined);
  const taken = longest;
  longest = nothing;
  return taken;
}
