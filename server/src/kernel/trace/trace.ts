import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Traces the work caused by one request across transactions, jobs, engine calls and deliveries, in any process. Without
 * an installed tracer nothing is traced and nothing is loaded.
 */
export interface Tracer {
  start(span: SpanStart): Span;
}

/** Must never contain a secret, a URL or input of a customer. */
type Attributes = Record<string, string | number>;

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  /** Parent span as a W3C `traceparent`. Without one the span starts a new trace. */
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

/** Installs the tracer. Call it once, before the application is composed. */
export function installTracer(given: Tracer): void {
  tracer = given;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

export function startSpan(start: SpanStart): Span | undefined {
  return tracer?.start(start);
}

/** Runs work inside a span. Spans started by the work become its children. The span lasts until `end()`. */
export function runIn<T>(span: Span | undefined, work: () => T): T {
  return span ? current.run(span, work) : work();
}

/** Runs work as a span whose parent comes from a row or a request. */
export function inSpan<T>(start: SpanStart, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  return follow(startSpan(start), work);
}

/** Runs work as a child of the current span. Without a current span, as in maintenance, nothing is traced. */
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

/** Binds the current span to work that is queued and started from another context. */
export function keepSpan<T>(work: () => T): () => T {
  return tracer ? AsyncLocalStorage.bind(work) : work;
}

/** Runs work without the current span, if a traced operation only triggered it. */
export function withoutSpan(work: () => void): void {
  current.run(undefined, work);
}
