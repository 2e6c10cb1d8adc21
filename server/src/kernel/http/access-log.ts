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

/** What is to be said of a request behind its answer. Of the customers' log it is what they are shown, where they are. */
class Entry implements AnsweredRequest {
  readonly at = Date.now();
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly address: string;
  readonly caller: Caller | null;
  readonly door: Door | null;
  readonly failure: ErrorCode | null;

  constructor(request: FastifyRequest, status: number, ms: number) {
    this.requestId = request.id;
    this.method = request.method;
    this.url = request.url;
    this.route = request.routeName;
    this.status = status;
    this.ms = ms;
    this.address = request.ip?.slice(0, LONGEST_ADDRESS) ?? NO_ADDRESS;
    this.caller = request.caller;
    this.door = request.door;
    this.failure = request.failure;
  }

  /** Never the query, a header or a body: they may hold what must not be in a log. */
  get path(): string {
    const query = this.url.indexOf('?');
    return (query === -1 ? this.url : this.url.slice(0, query)).slice(0, LONGEST_PATH);
  }
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
    this.#entries.push(new Entry(request, status, ms));
    if (this.#entries.length >= FLUSH_AT) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#entries;
    this.#entries = [];
    let lines = '';
    for (const entry of entries) {
      const { route, method, status, ms, caller, door } = entry;
      this.#metrics.add(route || `${method} none`, status, ms / 1000);
      if (door?.requestLog && caller?.account) door.requestLog.note(entry, caller.account.id, caller.credential);
      if (this.#stream) lines += formatEntry(entry);
    }
    if (lines !== '') this.#stream?.write(lines);
  }
}

const PID = `,"pid":${process.pid},"request_id":"`;

function formatEntry(entry: Entry): string {
  const { at, requestId, method, path, status, ms, address, caller } = entry;
  return (
    `{"level":${INFO}${isoTime(at)}${PID}${requestId}","method":"${method}","path":${quote(path)},"status":${status},` +
    `"ms":${formatTenths(ms)},"address":${quote(address)}${formatCaller(caller)},"msg":"request"}\n`
  );
}

/** As a number is written, and much faster than one with a fraction is. */
function formatTenths(ms: number): string {
  const tenths = Math.round(ms * 10);
  const rest = tenths % 10;
  return rest === 0 ? `${tenths / 10}` : `${(tenths - rest) / 10}.${rest}`;
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
