import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What happened because of one request, over transactions, jobs, engine calls and deliveries, in whatever process. Nothing
 * is traced, and nothing loaded for it, unless a tracer was installed.
 */
export interface Tracer {
  start(span: SpanStart): Span;
}

/** Never a secret, a URL or anything that a customer wrote. */
type Attributes = Record<string, string | number>;

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  /** What it happens because of, as W3C's `traceparent`; it begins a trace of its own where nothing is known. */
  readonly parent?: string | null | undefined;
  readonly attributes?: Attributes;
}

export interface Span {
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  fail(): void;
  end(): void;
}

const current = new AsyncLocalStorage<Span | undefined>();
let tracer: Tracer | undefined;

/** Once, before anything is put together. */
export function installTracer(given: Tracer): void {
  tracer = given;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

export function startSpan(start: SpanStart): Span | undefined {
  return tracer?.start(start);
}

/** What is begun by the work is part of the span; the span goes on until its `end()`. */
export function runIn<T>(span: Span | undefined, work: () => T): T {
  return span ? current.run(span, work) : work();
}

/** Runs the work as a span: where something comes in, from a row or a request. */
export function inSpan<T>(start: SpanStart, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  return follow(startSpan(start), work);
}

/** The same for a part of what is traced; what nobody asked for, like upkeep, is not. */
export function inChildSpan<T>(
  start: Omit<SpanStart, 'parent'>,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  return follow(startChildSpan(start), work);
}

export function startChildSpan(start: Omit<SpanStart, 'parent'>): Span | undefined {
  const parent = tracer && current.getStore()?.traceparent;
  return parent === undefined ? undefined : startSpan({ ...start, parent });
}

function follow<T>(span: Span | undefined, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (!span) return work(undefined);
  const ended = current.run(span, () => work(span));
  void ended.catch(() => span.fail()).finally(() => span.end());
  return ended;
}

/** For work that waits its turn and is then begun by somebody else. */
export function keepSpan<T>(work: () => T): () => T {
  return tracer ? AsyncLocalStorage.bind(work) : work;
}

/** For what was only woken by something that is traced. */
export function withoutSpan(work: () => void): void {
  current.run(undefined, work);
}
