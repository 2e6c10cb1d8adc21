import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { EngineError } from '../../engine.ts';
import { openLine } from './connect.ts';
import { ApiError, failUnreachable } from './errors.ts';
import type { IncusOptions } from './options.ts';
import { answerKey, createKey, openWebSocket, type WebSocket } from './websocket.ts';

/** Timeout after which a silent engine counts as unreachable. */
const patienceMs = 30_000;

export interface CallOptions {
  /** Project to use instead of ours; null for objects without one. */
  project?: string | null | undefined;
  query?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON, unless it is a string, bytes or a stream. */
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
  /** Timeout of the response. */
  patienceMs?: number | undefined;
}

export interface Answer<T> {
  metadata: T;
  /** Path of the started operation, or undefined. */
  operation: string | undefined;
  /** Time of the response, by the clock of the engine. */
  at: number;
}

export interface OpenAnswer {
  headers: Dispatcher.ResponseData['headers'];
  body: Readable;
}

/** Client for the REST API of Incus and LXD, which differ in little more than their names. */
export interface Client {
  /** Returns the content of the envelope; an error in it is thrown as an ApiError. */
  call<T>(method: Dispatcher.HttpMethod, path: string, options?: CallOptions): Promise<Answer<T>>;
  /** Returns a body without an envelope, which must be read to its end or destroyed. */
  open(method: Dispatcher.HttpMethod, path: string, options?: CallOptions): Promise<OpenAnswer>;
  /** Must be closed in any case. */
  openSocket(path: string, options?: Pick<CallOptions, 'project' | 'query' | 'signal'>): Promise<WebSocket>;
}

interface Envelope<T> {
  type: 'sync' | 'async' | 'error';
  operation: string;
  error: string;
  error_code: number;
  metadata: T;
}

export function createClient(options: IncusOptions, ourProject: string): Client {
  const { origin, agent, socketAgent } = openLine(options);

  async function send(
    method: Dispatcher.HttpMethod,
    path: string,
    call: CallOptions,
  ): Promise<Dispatcher.ResponseData> {
    const { project = ourProject, query, body, headers, signal } = call;
    const patience = call.patienceMs ?? patienceMs;
    signal?.throwIfAborted();
    try {
      return await agent.request({
        origin,
        path: addQuery(path, { project, query }),
        method,
        headers: { ...(isPlain(body) ? { 'content-type': 'application/json' } : {}), ...headers },
        body: isPlain(body) ? JSON.stringify(body) : ((body ?? null) as string | Buffer | Readable | null),
        ...(signal ? { signal } : {}),
        headersTimeout: patience,
        bodyTimeout: patience,
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // A body that failed while it was sent has the reason.
      throw error instanceof EngineError ? error : failUnreachable(error);
    }
  }

  async function call<T>(method: Dispatcher.HttpMethod, path: string, call: CallOptions = {}): Promise<Answer<T>> {
    const { statusCode, headers, body } = await send(method, path, call);
    const envelope = await readEnvelope<T>(body, call.signal);
    if (envelope.type === 'error') throw makeError(statusCode, envelope);
    return {
      metadata: envelope.metadata,
      operation: envelope.type === 'async' ? envelope.operation.split('?')[0] : undefined,
      at: Date.parse(String(headers.date)) || Date.now(),
    };
  }

  async function open(method: Dispatcher.HttpMethod, path: string, call: CallOptions = {}): Promise<OpenAnswer> {
    const { statusCode, headers, body } = await send(method, path, call);
    if (statusCode === 200) return { headers, body };
    throw makeError(statusCode, await readEnvelope(body, call.signal));
  }

  async function openSocket(path: string, { project = ourProject, query, signal }: CallOptions = {}) {
    const key = createKey();
    const headers = { 'sec-websocket-key': key, 'sec-websocket-version': '13' };
    const request = { origin, path: addQuery(path, { project, query }), headers, protocol: 'websocket' };
    try {
      const upgraded = await socketAgent.upgrade({ ...request, ...(signal ? { signal } : {}) });
      if (upgraded.headers['sec-websocket-accept'] === answerKey(key)) return openWebSocket(upgraded.socket);
      upgraded.socket.destroy();
    } catch (error) {
      throw signal?.aborted ? signal.reason : failUnreachable(error);
    }
    throw failUnreachable(new Error('The engine does not speak the WebSocket protocol.'));
  }

  return { call, open, openSocket };
}

function addQuery(path: string, { project, query }: Pick<CallOptions, 'project' | 'query'>): string {
  const search = new URLSearchParams({ ...(project ? { project } : {}), ...query }).toString();
  return search === '' ? path : `${path}?${search}`;
}

async function readEnvelope<T>(body: Dispatcher.ResponseData['body'], signal?: AbortSignal): Promise<Envelope<T>> {
  try {
    return (await body.json()) as Envelope<T>;
  } catch (error) {
    throw signal?.aborted ? signal.reason : failUnreachable(error);
  }
}

/** A failed operation has the status 200, because the response began before the operation ended. */
function makeError(status: number, { error }: Envelope<unknown>): ApiError {
  return new ApiError(status === 200 ? undefined : status, error || `The engine answered ${status}.`);
}

function isPlain(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('pipe' in body);
}
