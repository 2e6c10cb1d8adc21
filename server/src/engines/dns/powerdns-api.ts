import { Agent, request } from 'undici';
import { checkHold } from '../../kernel/jobs/hold.ts';
import { EngineError } from '../engine.ts';

export interface PowerDnsApiOptions {
  /** `http://127.0.0.1:8081`, without `/api`. */
  url: string;
  key: string;
  serverId: string;
  /** For one request, from the connection to the last byte. */
  timeoutMs: number;
}

export interface PowerDnsAnswer {
  status: number;
  /** Parsed where it is JSON; the text otherwise. */
  body: unknown;
}

/** What the server answered instead of what was asked for; never holds the key. */
export class PowerDnsFault extends Error {
  override readonly name = 'PowerDnsFault';
  readonly status: number;

  constructor(method: string, path: string, { status, body }: PowerDnsAnswer) {
    super(`PowerDNS answered ${method} ${path} with ${status}: ${describe(body).slice(0, 500)}`);
    this.status = status;
  }
}

export type PowerDnsApi = ReturnType<typeof createPowerDnsApi>;

/** Requests to the API of one server, below `/api/v1/servers/<id>`; failures are `EngineError`s. */
export function createPowerDnsApi({ url, key, serverId, timeoutMs }: PowerDnsApiOptions) {
  const base = `${url.replace(/\/+$/, '')}/api/v1/servers/${encodeURIComponent(serverId)}`;
  // A signal is not heard before there is a connection, and a firewall may swallow all that is sent for one.
  const dispatcher = new Agent({ connect: { timeout: timeoutMs } });

  async function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
    // A zone is looked at before it is changed: a worker that was frozen in between knows an old one.
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

  /** Answers what came with one of the expected statuses; every other answer is thrown. */
  async function call(method: Parameters<typeof send>[0], path: string, expected: readonly number[], body?: object) {
    const answer = await send(method, path, body);
    if (!expected.includes(answer.status)) throw translate(new PowerDnsFault(method, path, answer), answer.body);
    return answer;
  }

  /** Leaves no connection behind. */
  const close = () => void dispatcher.destroy();

  return { call, close };
}

/** What of it a customer may read; the rest travels in `cause`. */
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
      // Nothing the customer did: the key is wrong, or the address is not that of a PowerDNS.
      return new EngineError('refused', 'The name server does not let us in. Our staff has to see to that.', options);
    case 413:
      return new EngineError('refused', 'The zone is too large for the name server.', options);
    default:
      return new EngineError('unreachable', 'The name server is out of order at the moment.', options);
  }
}

/** `Record www.example.test./A '…': …` and `RRset www.example.test. IN A: …` name what is wrong before saying why. */
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
