import type { FastifyRequest } from 'fastify';
import { type Logger, symbols } from 'pino';
import type { ErrorCode } from '../errors.ts';
import { isoTime } from '../log.ts';
import type { Caller } from './caller.ts';
import type { RequestMetrics } from './metrics.ts';
import type { AnsweredRequest } from './request-log.ts';
import type { Surface } from './surface.ts';

const INFO = 30;
const FLUSH_AT = 128;
const FLUSH_AFTER_MS = 100;
/** Longer than any path of this API. Paths invented by clients must not fill the log. */
const LONGEST_PATH = 200;
/** An IPv6 address has at most 45 characters, but a trusted proxy may forward any text of a client. */
const LONGEST_ADDRESS = 64;
/** Logged if the connection was closed before its address was read. */
const NO_ADDRESS = 'unknown';

/** Log entry of a request, written after its response. For the request log of customers it is the data they see. */
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
  readonly surface: Surface | null;
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
    this.surface = request.surface;
    this.failure = request.failure;
  }

  /** Excludes query, headers and body: they may contain secrets. */
  get path(): string {
    const query = this.url.indexOf('?');
    return (query === -1 ? this.url : this.url.slice(0, query)).slice(0, LONGEST_PATH);
  }
}

/**
 * Writes one line per request, in the format of the logger. Entries are collected and written in batches: formatting a
 * hundred in a row costs a fraction of formatting them between other work.
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
      const { route, method, status, ms, caller, surface } = entry;
      this.#metrics.add(route || `${method} none`, status, ms / 1000);
      if (surface?.requestLog && caller?.account && !caller.credential.readOnly)
        surface.requestLog.note(entry, caller.account.id, caller.credential);
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

/** Formats like a number with one decimal, but much faster. */
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
