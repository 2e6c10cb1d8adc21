import { checkHold } from '#kernel/jobs/hold.ts';
import { EngineError } from '../../engine.ts';
import type { Answer, CallOptions, Client } from './client.ts';
import { ApiError, isMissing } from './errors.ts';

/** Duration of a long poll; the engine answers when the operation ends, or after this time. */
const pollSeconds = 20;
/** Additional time for the response. */
const slackMs = 15_000;

export interface Operation {
  id: string;
  class: string;
  description: string;
  status_code: number;
  err: string;
  resources: Readonly<Record<string, readonly string[] | null>> | null;
  /** Depends on the kind of operation. */
  metadata: unknown;
}

export interface Settled {
  description: string;
  succeeded: boolean;
  resources: string[];
}

type ChangingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Operations {
  /** Sends a request and waits until its operation is done. */
  run(method: ChangingMethod, path: string, options?: CallOptions): Promise<void>;
  /** Like `run`, for cleanup that is safe even if another worker has the job now: it removes uniquely named objects. */
  clear(method: ChangingMethod, path: string, options?: CallOptions): Promise<void>;
  /** Waits for the operation that a response started, if any. */
  finish(answer: Answer<unknown>, signal?: AbortSignal): Promise<void>;
  /** Waits until an operation has ended, successfully or not. */
  watch(path: string, signal?: AbortSignal): Promise<Operation>;
  /**
   * Waits for running operations on this machine, whoever started them, and returns their results. Copies are awaited
   * only on request: they take long, change nothing, and hang on a full disk.
   */
  settle(name: string, options?: { signal?: AbortSignal | undefined; copies?: boolean }): Promise<Settled[]>;
}

/** Operations run in the engine: one that a dead worker started continues, and is awaited instead of repeated. */
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
      // Incus returns only an error, the same for a failed and for an unfinished operation.
      return await readOperation(path, error, signal);
    }
  }

  async function readOperation(path: string, failure: ApiError, signal?: AbortSignal): Promise<Operation> {
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
      // Checked between the steps, too: a suspended worker must not remove what another one created since.
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

/** Shells and consoles are operations, too, but are not awaited. */
function touches(operation: Operation, name: string, copies: boolean): boolean {
  const isCopy = operation.description.startsWith('Backing up');
  if (operation.class !== 'task' || operation.description.startsWith('Executing') || isCopy !== copies) return false;
  return listResources(operation).some((path) => path.split('/')[3] === name);
}

function listResources({ resources }: Pick<Operation, 'resources'>): string[] {
  return Object.values(resources ?? {}).flatMap((paths) => (paths ?? []).map((path) => path.split('?')[0] ?? ''));
}

/** The engine was restarted, or forgot the operation. A retry determines the result from the machine. */
function failLost(cause: unknown): EngineError {
  return new EngineError('unreachable', 'It is not known yet how this ended.', { cause });
}
