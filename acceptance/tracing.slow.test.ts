import { describe, expect, onTestFinished, test } from 'vitest';
import { type SentSpan, startCollector } from './collector.ts';
import { startHostler } from './hostler-process.ts';
import { listen } from './webhook-listener.ts';
import { openWorld, type World } from './world.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

/** Makes a process log the OpenTelemetry modules that it loads. */
const TELL_LOADED = `--import data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (url.includes('@opentelemetry')) process.stderr.write(JSON.stringify({ msg: 'loaded', url }) + '\\n');
    return next(url, context);
  } });`)}`;

async function open(settings: Record<string, string>): Promise<World> {
  const world = await openWorld({ settings });
  onTestFinished(world.close);
  return world;
}

describe('tracing with an OTLP endpoint', () => {
  test('puts request, transaction, job in another process, engine call and webhook delivery into one trace', async () => {
    const collector = await startCollector();
    onTestFinished(collector.close);
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, NODE_OPTIONS: TELL_LOADED };
    const { server, client, alpha, ...rest } = await open({ ...settings, HOSTLER_WORKER: 'off' });
    const worker = startHostler(['worker'], server.settings);
    onTestFinished(async () => {
      worker.kill('SIGTERM');
      expect((await worker.exited).code).toBe(0);
    });
    await worker.logged(({ msg }) => msg === 'hostler works');
    const listener = await listen({ server, client, alpha, ...rest }, ['hosting.restarted']);
    await client.until(`/hosting/show?id=${alpha.hosting}`, alpha.live, ({ status }) => status === 'running');
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
    const { status } = await client.post(`/hosting/restart?id=${alpha.hosting}`, alpha.live, undefined, headers);
    expect(status).toBe(202);
    await listener.told('hosting.restarted', alpha.hosting);

    const find = (name: string, parentSpanId: string | undefined) =>
      collector.spans.filter((span) => span.name === name && span.parentSpanId === parentSpanId);
    const first = async (name: string, parent: string | undefined): Promise<SentSpan> => {
      await expect.poll(() => find(name, parent).length).toBeGreaterThan(0);
      return find(name, parent)[0] as SentSpan;
    };
    const request = await first('POST /api/v1/hosting/restart', CALLER);
    const transaction = await first('transaction', request.spanId);
    const job = await first('job hosting.restart', transaction.spanId);
    const call = await first('vps.restart', job.spanId);
    const delivered = () => collector.spans.find(({ name }) => name === 'webhook delivery');
    await expect.poll(delivered).toBeDefined();
    const ends = find('transaction', job.spanId).map(({ spanId }) => spanId);
    expect(ends).toContain(delivered()?.parentSpanId);
    for (const span of [request, transaction, job, call, delivered()]) expect(span?.traceId).toBe(TRACE);
    expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 202 } });
    expect(job.status.code ?? 0).toBe(0);

    for (const secret of [alpha.live, listener.secret, listener.url]) expect(collector.text()).not.toContain(secret);
    expect(worker.log().filter(({ msg }) => msg === 'loaded')).not.toEqual([]);
  });

  test('that hangs delays neither requests nor the shutdown', async () => {
    const collector = await startCollector({ hangs: true });
    onTestFinished(collector.close);
    const { server, client, alpha } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const ask = async () => (await client.get('/hosting', alpha.live)).status;
    expect(await ask()).toBe(200);
    await expect.poll(collector.requests).toBeGreaterThan(0);
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(200));
    expect(await server.terminate()).toEqual({ code: 0, signal: null });
  });
});

describe('tracing without an OTLP endpoint', () => {
  test('loads no part of OpenTelemetry', async () => {
    const { server, client, alpha } = await open({ NODE_OPTIONS: TELL_LOADED });
    expect((await client.get('/hosting', alpha.live)).status).toBe(200);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
    expect(server.process.log().filter(({ msg }) => msg === 'loaded')).toEqual([]);
  });
});
