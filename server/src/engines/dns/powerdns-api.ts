import { Agent, request } from 'undici';
import { checkHold } from '#kernel/jobs/hold.ts';
import { EngineError } from '../engine.ts';

export interface PowerDnsApiOptions {
  /** Without `/api`, for example `http://127.0.0.1:8081`. */
  url: string;
  key: string;
  serverId: string;
  /** Timeout of one request, from the connection to the last byte. */
  timeoutMs: number;
}

export interface PowerDnsAnswer {
  status: number;
  /** Parsed if it is JSON; otherwise the text. */
  body: unknown;
}

/** An unexpected response of the server; never contains the key. */
export class PowerDnsFault extends Error {
  override readonly name = 'PowerDnsFault';
  readonly status: number;

  constructor(method: string, path: string, { status, body }: PowerDnsAnswer) {
    super(`PowerDNS answered ${method} ${path} with ${status}: ${describe(body).slice(0, 500)}`);
    this.status = status;
  }
}

export type PowerDnsApi = ReturnType<typeof createPowerDnsApi>;

/** Sends requests to the API of one server, below `/api/v1/servers/<id>`. Failures are `EngineError`s. */
export function createPowerDnsApi({ url, key, serverId, timeoutMs }: PowerDnsApiOptions) {
  const base = `${url.replace(/(?<!\/)\/+$/, '')}/api/v1/servers/${encodeURIComponent(serverId)}`;
  // An abort signal has no effect before the connection exists, and a firewall may drop all packets.
  const dispatcher = new Agent({ connect: { timeout: timeoutMs } });

  async function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
    // A zone is read before it is changed. A worker that was suspended in between has outdated data.
    if (method !== 'GET') checkHold();
    try {
      const answer = await request(base + path, {
        method,
        headers: { 'x-api-key': key, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(timeoutMs),
        dispatcher,
      });
      return { status: answer.statusCode, body: parse(await answer.body.text()) };
    } catch (cause) {
      throw new EngineError('unreachable', 'The name server cannot be reached at the moment.', { cause });
    }
  }

  /** Returns a response with one of the expected statuses and throws for any other. */
  async function call(method: Parameters<typeof send>[0], path: string, expected: readonly number[], body?: object) {
    const answer = await send(method, path, body);
    if (!expected.includes(answer.status)) throw translate(new PowerDnsFault(method, path, answer), answer.body);
    return answer;
  }

  /** Closes all connections. */
  const close = () => void dispatcher.destroy();

  return { call, close };
}

/** Returns an error that a customer may read; details are in `cause`. */
function translate(fault: PowerDnsFault, body: unknown): EngineError {
  const options = { cause: fault };
  switch (fault.status) {
    case 400:
    case 422:
      return new EngineError('refused', `The name server refused ${nameRefused(describe(body))}.`, options);
    case 401:
    case 403:
    case 404:
    case 405:
      // Not caused by the customer: the key is wrong, or the URL is not that of a PowerDNS.
      return new EngineError('refused', 'The name server refused access. Please contact support.', options);
    case 413:
      return new EngineError('refused', 'The zone is too large for the name server.', options);
    default:
      return new EngineError('unreachable', 'The name server is out of order at the moment.', options);
  }
}

/** Extracts the record from `Record www.example.test./A '…': …` or `RRset www.example.test. IN A: …`. */
function nameRefused(text: string): string {
  const [, name, type] = /(?:Record|RRset) ([^\s/]+?)\.?(?:\/| IN )([A-Z]+)\b/.exec(text) ?? [];
  return name && type ? `the ${type} record ${name}` : 'the zone';
}

function describe(body: unknown): string {
  if (typeof body === 'string') return body;
  const error = (body as { error?: unknown } | null)?.error;
  return typeof error === 'string' ? error : JSON.stringify(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
