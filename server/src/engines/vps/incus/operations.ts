import { checkHold } from '../../../kernel/jobs/hold.ts';
import { EngineError } from '../../engine.ts';
import type { Answer, CallOptions, Client } from './client.ts';
import { ApiError, isMissing } from './errors.ts';

/** One long poll; the engine answers at once when the operation ends, and after this time in any case. */
const pollSeconds = 20;
/** How much longer than that an answer may be on its way. */
const slackMs = 15_000;

export interface Operation {
  id: string;
  class: string;
  description: string;
  status_code: number;
  err: string;
  resources: Readonly<Record<string, readonly string[] | null>> | null;
  /** Whatever its kind has to tell. */
  metadata: unknown;
}

export interface Settled {
  description: string;
  succeeded: boolean;
  resources: string[];
}

type ChangingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Operations {
  /** Asks for something and waits until it is done. */
  run(method: ChangingMethod, path: string, options?: CallOptions): Promise<void>;
  /** The same of what is right whoever has the work by now: to take away what nobody else has a name for. */
  clear(method: ChangingMethod, path: string, options?: CallOptions): Promise<void>;
  /** Waits for an operation that was begun by an answer, if it began one. */
  finish(answer: Answer<unknown>, signal?: AbortSignal): Promise<void>;
  /** Waits until an operation has ended, well or not. */
  watch(path: string, signal?: AbortSignal): Promise<Operation>;
  /**
   * Waits for what is being done to this machine already, whoever began it, and tells how each ended. Copies are
   * waited for only where they matter: they take long, change nothing, and hang for ever on a disk that is full.
   */
  settle(name: string, options?: { signal?: AbortSignal | undefined; copies?: boolean }): Promise<Settled[]>;
}

/** Operations live in the engine: one that a dead worker began goes on, and is waited for instead of begun again. */
export function createOperations(client: Client): Operations {
  async function watch(path: string, signal?: AbortSignal): Promise<Operation> {
    for (;;) {
      const operation = await poll(path, signal);
      if (operation.status_code >= 200) return operation;
    }
  }

  async function awaitEnd(path: string, signal?: AbortSignal): Promise<void> {
    const { status_code: code, err } = await watch(path, signal);
    if (code >= 400) throw new ApiError(undefined, err);
  }

  async function poll(path: string, signal?: AbortSignal): Promise<Operation> {
    const query = { timeout: String(pollSeconds) };
    try {
      const patienceMs = pollSeconds * 1000 + slackMs;
      return (await client.call<Operation>('GET', `${path}/wait`, { query, signal, patienceMs })).metadata;
    } catch (error) {
      if (isMissing(error)) throw failLost(error);
      if (!(error instanceof ApiError) || error.status !== undefined) throw error;
      // Incus says no more than an error, and the same one for "it failed" and "it is not done yet".
      return await look(path, error, signal);
    }
  }

  async function look(path: string, failure: ApiError, signal?: AbortSignal): Promise<Operation> {
    try {
      return (await client.call<Operation>('GET', path, { signal })).metadata;
    } catch (error) {
      throw isMissing(error) ? failure : error;
    }
  }

  async function finish(answer: Answer<unknown>, signal?: AbortSignal): Promise<void> {
    if (answer.operation !== undefined) await awaitEnd(answer.operation, signal);
  }

  async function clear(method: ChangingMethod, path: string, options?: CallOptions): Promise<void> {
    await finish(await client.call(method, path, options), options?.signal);
  }

  return {
    finish,
    watch,
    clear,
    async run(method, path, options) {
      // Also between the steps of one call: a worker that was frozen in the middle takes away nothing that another made since.
      checkHold();
      await clear(method, path, options);
    },
    async settle(name, { signal, copies = false } = {}) {
      const query = { recursion: '1' };
      const { metadata } = await client.call<Record<string, Operation[]>>('GET', '/1.0/operations', { query, signal });
      const running = [...(metadata.running ?? []), ...(metadata.pending ?? [])].filter((one) =>
        touches(one, name, copies),
      );
      return await Promise.all(
        running.map(async ({ id, description, resources }) => ({
          description,
          resources: listResources({ resources }),
          succeeded: await awaitEnd(`/1.0/operations/${id}`, signal).then(
            () => true,
            (error) => {
              if (error instanceof ApiError) return false;
              throw error;
            },
          ),
        })),
      );
    },
  };
}

/** Somebody's shell or console on the machine is an operation too, but not one to wait for. */
function touches(operation: Operation, name: string, copies: boolean): boolean {
  const isCopy = operation.description.startsWith('Backing up');
  if (operation.class !== 'task' || operation.description.startsWith('Executing') || isCopy !== copies) return false;
  return listResources(operation).some((path) => path.split('/')[3] === name);
}

function listResources({ resources }: Pick<Operation, 'resources'>): string[] {
  return Object.values(resources ?? {}).flatMap((paths) => (paths ?? []).map((path) => path.split('?')[0] ?? ''));
}

/** The engine was restarted, or forgot; how it ended is seen by looking at the machine, when the work is tried again. */
function failLost(cause: unknown): EngineError {
  return new EngineError('unreachable', 'It is not known yet how this ended.', { cause });
}
