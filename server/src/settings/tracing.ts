import type { TracingSettings } from '#kernel/trace/opentelemetry.ts';
import { ConfigError, type Settings } from './readers.ts';

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'];
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
const PARENT_BASED = 'parentbased_';

/** Reads the OpenTelemetry variables. Returns undefined if tracing is off or has no endpoint. */
export function readTracing(settings: Settings): TracingSettings | undefined {
  const endpoints = ENDPOINTS.flatMap((name) => settings.url(name, ['http', 'https']) ?? []);
  const disabled = settings.text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true';
  if (endpoints.length === 0 || disabled) return undefined;
  if (settings.choice('OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'otlp') === 'none') return undefined;
  // Every collector that accepts one of these at its HTTP port accepts the other; JSON is sent.
  for (const name of PROTOCOLS) settings.choice(name, ['http/json', 'http/protobuf'], 'http/json');
  const all = SAMPLERS.flatMap((name) => [`${PARENT_BASED}${name}` as const, name]);
  const sampler = settings.choice('OTEL_TRACES_SAMPLER', all, 'parentbased_always_on');
  return {
    sampler: SAMPLERS.find((name) => sampler.endsWith(name)) ?? 'always_on',
    parentBased: sampler.startsWith(PARENT_BASED),
    ratio: readRatio(settings.text('OTEL_TRACES_SAMPLER_ARG')),
  };
}

function readRatio(text = '1'): number {
  const ratio = Number(text);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG is ${JSON.stringify(text)}; it must be a number from 0 to 1.`);
}
