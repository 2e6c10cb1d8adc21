import type { Example, Examples } from '../../server/src/kernel/http/openapi/example.ts';
import { SECOND } from '../../server/src/kernel/time.ts';
import { describeSurface } from '../../server/src/program/app.ts';
import type { Installation } from './installation.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  readonly takesBody: boolean;
  readonly status: number;
}

interface Document {
  readonly paths: Record<string, Record<string, DescribedOperation>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly requestBody?: object;
  readonly responses: Record<string, unknown>;
}

type Request = Pick<Example, 'query' | 'body'>;

/** Time that passes between two calls of a person. */
const PAUSE_MS = 47 * SECOND;

/** Calls operations by their ids, and records request and answer. */
export class Recorder {
  readonly #installation: Installation;
  readonly #key: string;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #calls = new Map<string, Example>();

  constructor(installation: Installation, key: string) {
    this.#installation = installation;
    this.#key = key;
    this.#operations = listOperations(installation);
  }

  /** Records the call as an example. Returns the `data`. */
  async call<T = { id: number }>(operationId: string, request: Request = {}): Promise<T> {
    if (this.#calls.has(operationId)) throw new Error(`${operationId} is called twice.`);
    const answer = await this.send(operationId, request);
    this.#calls.set(operationId, { ...request, answer });
    return answer.data as T;
  }

  /** Sends a call that is no example, only needed for one. */
  async send(operationId: string, { query = {}, body }: Request = {}): Promise<Example['answer']> {
    const operation = this.#operations.get(operationId);
    if (!operation) throw new Error(`There is no operation ${operationId}.`);
    const { method, path, isPublic, takesBody, status } = operation;
    if (takesBody !== (body !== undefined)) throw new Error(`${operationId} takes ${takesBody ? 'a' : 'no'} body.`);
    const { url, clock, settle } = this.#installation;
    clock.advance(PAUSE_MS);
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    const response = await fetch(`${url}${path}?${parameters}`, {
      method,
      headers: {
        ...(isPublic ? {} : { 'x-api-key': this.#key }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (response.status !== status)
      throw new Error(`${operationId} answered ${response.status}, not ${status}: ${text}`);
    await settle();
    return JSON.parse(text) as Example['answer'];
  }

  /** Returns the examples in the order of the document. Throws if an operation was never called. */
  examples(): Examples {
    const missing = [...this.#operations.keys()].filter((id) => !this.#calls.has(id));
    if (missing.length > 0) {
      throw new Error(`No example of ${missing.join(', ')}. Add a call to the story in scripts/examples/.`);
    }
    return Object.fromEntries([...this.#operations.keys()].map((id) => [id, this.#calls.get(id) as Example]));
  }
}

function listOperations({ hostler }: Installation): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  const surface = hostler.surfaces.find(({ name }) => name === 'public');
  const { paths } = (surface && describeSurface(surface)) as unknown as Document;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId, security, requestBody, responses }] of Object.entries(methods)) {
      // An operation with two statuses answers 202 where it queues work, as the story has it do.
      const status = Number(Object.keys(responses).findLast((code) => code.startsWith('2')));
      const isPublic = security?.length === 0;
      const takesBody = requestBody !== undefined;
      operations.set(operationId, { method: method.toUpperCase(), path, isPublic, takesBody, status });
    }
  }
  return operations;
}
