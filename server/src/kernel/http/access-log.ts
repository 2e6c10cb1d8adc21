import type { FastifyRequest } from 'fastify';
import { type Logger, symbols } from 'pino';
import type { ErrorCode } from '../errors.ts';
import { isoTime } from '../log.ts';
import type { Caller } from './caller.ts';
import type { Door } from './door.ts';
import type { RequestMetrics } from './metrics.ts';
import type { AnsweredRequest } from './request-log.ts';

const INFO = 30;
const FLUSH_AT = 128;
const FLUSH_AFTER_MS = 100;
/** Longer than any of ours; what callers make up must not fill the log. */
const LONGEST_PATH = 200;
/** An IPv6 address has 45 characters at most; a proxy that is believed may pass on whatever a caller calls itself. */
const LONGEST_ADDRESS = 64;
/** Of a connection that was closed before anybody could ask. */
const NO_ADDRESS = 'unknown';

interface Entry {
  readonly at: number;
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly address: string;
  readonly caller: Caller | null;
  readonly door: Door | null;
  readonly failure: ErrorCode | null;
}

/**
 * One line per request, in the shape the logger would give it. Noted in passing and written in batches: doing the same
 * thing a hundred times in a row costs a fraction of doing it a hundred times in between other things.
 */
export class AccessLog {
  readonly #metrics: RequestMetrics;
  readonly #stream: { write(text: string): void } | undefined;
  #entries: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger, metrics: RequestMetrics) {
    this.#metrics = metrics;
    const wanted = log.levelVal <= INFO;
    this.#stream = wanted
      ? (log as Logger & { [symbols.streamSym]: { write(text: string): void } })[symbols.streamSym]
      : undefined;
  }

  note(request: FastifyRequest, status: number, ms: number): void {
    this.#entries.push({
      at: Date.now(),
      id: request.id,
      method: request.method,
      url: request.url,
      route: request.routeName,
      status,
      ms,
      address: request.ip?.slice(0, LONGEST_ADDRESS) ?? NO_ADDRESS,
      caller: request.caller,
      door: request.door,
      failure: request.failure,
    });
    if (this.#entries.length >= FLUSH_AT) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#entries;
    this.#entries = [];
    for (const entry of entries) {
      const { route, method, status, ms, caller, door } = entry;
      this.#metrics.add(route || `${method} none`, status, ms / 1000);
      if (door?.requestLog && caller?.account) door.requestLog.note(toAnswered(entry, caller, caller.account.id));
    }
    if (this.#stream && entries.length > 0) this.#stream.write(entries.map(formatEntry).join(''));
  }
}

/** Never the query, a header or a body: they may hold what must not be in a log. */
function pathOf(url: string): string {
  const query = url.indexOf('?');
  return (query === -1 ? url : url.slice(0, query)).slice(0, LONGEST_PATH);
}

function toAnswered(entry: Entry, { credential }: Caller, accountId: number): AnsweredRequest {
  const { at, id, method, url, status, ms, address, failure } = entry;
  return { accountId, credential, at, requestId: id, method, path: pathOf(url), status, ms, address, failure };
}

function formatEntry({ at, id, method, url, status, ms, address, caller }: Entry): string {
  return (
    `{"level":${INFO}${isoTime(at)},"pid":${process.pid},"request_id":"${id}","method":"${method}","path":${quote(pathOf(url))},` +
    `"status":${status},"ms":${Math.round(ms * 10) / 10},"address":${quote(address)}${formatCaller(caller)},"msg":"request"}\n`
  );
}

function formatCaller(caller: Caller | null): string {
  if (!caller) return '';
  const { account, credential } = caller;
  return `${account ? `,"account_id":${account.id}` : ''},"${credential.kind}_id":${credential.id}`;
}

const PLAIN = /^[\w./:-]*$/;

function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
