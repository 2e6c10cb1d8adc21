import { type Attributes, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../log.ts';
import type { Span, SpanStart, Tracer } from './trace.ts';

export interface TracingSettings {
  /** Values of `OTEL_TRACES_SAMPLER`, without the prefix `parentbased_`. */
  readonly sampler: 'always_on' | 'always_off' | 'traceidratio';
  readonly parentBased: boolean;
  readonly ratio: number;
}

/** Most spans that wait to be sent. If the collector is unreachable, further spans are dropped. */
const MOST_WAITING = 2_048;
const LONGEST_VALUE = 256;
/** Shutdown waits at most this long for the collector. */
const LAST_EXPORT_MS = 1_000;

const UNNAMED = resourceFromAttributes({ 'service.name': 'hostler' });

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** Returns a tracer. OpenTelemetry reads endpoint, headers and service name from its own environment variables. */
export function createTracer(settings: TracingSettings, log: Logger): Tracer & { stop(): Promise<void> } {
  const exporter = tellOfFailures(new OTLPTraceExporter(), log);
  const provider = new TracerProvider({
    resource: UNNAMED.merge(detectResources({ detectors: [envDetector] })),
    sampler: chooseSampler(settings),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: MOST_WAITING })],
  });
  const tracer = provider.getTracer('hostler');
  return {
    start: ({ name, kind, parent, attributes = {} }: SpanStart) =>
      wrapSpan(tracer.startSpan(name, { kind: KINDS[kind], attributes }, parseParent(parent))),
    async stop() {
      const patience = new Promise((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), patience]);
    },
  };
}

function wrapSpan(span: ReturnType<ReturnType<TracerProvider['getTracer']>['startSpan']>): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
    rename: (name) => void span.updateName(name),
    set: (attributes: Attributes) => void span.setAttributes(attributes),
    // Leave out the error itself: it may quote input of a customer. The log has it.
    fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  };
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** Parses a `traceparent` header. A malformed one is ignored. */
function parseParent(traceparent: string | null | undefined) {
  const [, traceId, spanId, flags = '0'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function chooseSampler({ sampler, parentBased, ratio }: TracingSettings): Sampler {
  const samplers = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = samplers[sampler]();
  return parentBased ? new ParentBasedSampler({ root }) : root;
}

/** Logs once when exports begin to fail and once when they succeed again, not for each batch. */
function tellOfFailures(exporter: OTLPTraceExporter, log: Logger): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.error !== undefined;
        if (fails && !failing) log.warn({ reason: result.error?.message }, 'trace export failed: spans are dropped');
        if (!fails && failing) log.info('trace export recovered');
        failing = fails;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
