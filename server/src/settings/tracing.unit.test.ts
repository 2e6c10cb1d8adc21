import { describe, expect, it } from 'vitest';
import { Settings } from './readers.ts';
import { readTracing } from './tracing.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const read = (env: Record<string, string>) => readTracing(new Settings(env));

describe('traces', () => {
  it('are sent if an endpoint is set', () => {
    const all = { sampler: 'always_on', parentBased: true, ratio: 1 };
    expect(read(ENDPOINT)).toEqual(all);
    expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' })).toEqual(all);
  });

  it.each([{}, { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }, { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }])(
    'are not sent with %j',
    (env) => {
      expect(read(env)).toBeUndefined();
    },
  );

  it('can be sampled', () => {
    const sampled = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' };
    expect(read({ ...ENDPOINT, ...sampled })).toEqual({ sampler: 'traceidratio', parentBased: false, ratio: 0.05 });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('stop the start if %s is %s', (name, value) => {
    expect(() => read({ ...ENDPOINT, [name]: value })).toThrow(name);
  });
});
