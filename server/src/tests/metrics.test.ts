import { readFile } from 'node:fs/promises';
import { readExpression, readScrape } from '@hostler/testing/promql.ts';
import { type Receiver, startReceiver } from '@hostler/testing/receivers/webhook-receiver.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueueJob } from '#kernel/jobs/queue.ts';

const dashboard = new URL('../../../docs/operations/grafana-dashboard.json', import.meta.url);
const rules = new URL('../../../docs/operations/prometheus-rules.yml', import.meta.url);

let server: TestServer;
let account: TestAccount;
let receiver: Receiver;

const scrape = async () => (await fetch(`${server.url}/metrics`)).text();
/** Returns the value of one series; labels in any order. */
async function readValue(metric: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  for (const line of (await scrape()).split('\n')) {
    const [, name, braces = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name !== metric) continue;
    if (Object.entries(labels).every(([label, wanted]) => braces.includes(`${label}="${wanted}"`)))
      return Number(value);
  }
  return undefined;
}

const SCRAPES = 10;

/** Creates one of everything: a write, a read, an action, an event, deliveries that succeed and fail. */
beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
  // Refused deliveries are retried only when a test advances the clock.
  server.clock.standStill();
  account = await server.createAccount();
  receiver = await startReceiver((response, arrival) => {
    response.statusCode = arrival.url.endsWith('/refuses') ? 500 : 200;
    response.end();
  });
  for (const url of [`${receiver.url}/takes`, `${receiver.url}/refuses`]) {
    await server.operator.webhooks.create({ account_id: account.id, url });
  }
  // The kind is unknown, so the job stays queued.
  await server.hostler.db.write(() =>
    enqueueJob({ kind: 'metrics.stays', payload: {}, runAt: server.clock.now() - 60_000 }),
  );
  const { body } = await server.post('/domains', account.live, { domain: 'metrics.example.com' });
  const shown = `/domains/show?id=${body.data.id}` as const;
  await server.until(shown, account.live, ({ status }) => status === 'active');
  await server.get('/domains', account.live);
  await server.get('/domains', account.live);
  await receiver.until(2);
});

afterAll(async () => {
  await receiver.close();
  await server.stop();
});

describe('a scrape', () => {
  it('reports results of jobs, actions, engine calls and deliveries', async () => {
    // A job is counted after its effects are visible.
    const done = { kind: 'domain.create', result: 'done' };
    await expect.poll(() => readValue('hostler_job_results_total', done)).toBeGreaterThan(0);
    expect(await readValue('hostler_job_results_total', { kind: 'domain.create', result: 'given_up' })).toBe(0);
    expect(await readValue('hostler_job_duration_seconds_count', { kind: 'domain.create' })).toBeGreaterThan(0);
    expect(
      await readValue('hostler_action_results_total', { type: 'domain.create', result: 'succeeded' }),
    ).toBeGreaterThan(0);
    const call = { engine: 'dns', operation: 'putZone' };
    expect(await readValue('hostler_engine_calls_total', { ...call, result: 'ok' })).toBeGreaterThan(0);
    expect(await readValue('hostler_engine_calls_total', { ...call, result: 'unreachable' })).toBe(0);
    expect(await readValue('hostler_engine_call_duration_seconds_count', call)).toBeGreaterThan(0);
  });

  it('reports results of deliveries, and retries', async () => {
    const of = (metric: string, result: string) => readValue(`hostler_webhook_${metric}_total`, { result });
    await expect.poll(() => of('attempts', 'succeeded')).toBeGreaterThan(0);
    await expect.poll(() => of('attempts', 'refused')).toBeGreaterThan(0);
    expect(await of('deliveries', 'succeeded')).toBeGreaterThan(0);
    expect(await of('deliveries', 'failed')).toBe(0);
    const before = (await readValue('hostler_webhook_retries_total')) ?? 0;
    server.clock.advance(10_000);
    await expect.poll(() => readValue('hostler_webhook_retries_total')).toBeGreaterThan(before);
  });

  it('reports how many jobs wait and how long', async () => {
    const waiting = { lane: 'upkeep', kind: 'metrics.stays', state: 'due' };
    expect(await readValue('hostler_jobs', waiting)).toBe(1);
    expect(await readValue('hostler_jobs_oldest_due_seconds', { lane: 'upkeep' })).toBeGreaterThanOrEqual(60);
    expect(await readValue('hostler_jobs_oldest_due_seconds', { lane: 'vps' })).toBe(0);
  });

  it('queries the database once for concurrent scrapes', async () => {
    const { db } = server.hostler;
    const { peek } = db;
    const readings: string[] = [];
    const spy = vi.spyOn(db, 'peek').mockImplementation((query) => {
      // Workers poll at intervals, too.
      const [reading] = /\w+\/metrics\.ts:\d+/.exec(new Error().stack ?? '') ?? [];
      if (reading) readings.push(reading);
      return peek.call(db, query);
    });
    await Promise.all(Array.from({ length: SCRAPES }, scrape));
    spy.mockRestore();
    const counts = [...Map.groupBy(readings, (reading) => reading).values()].map(({ length }) => length);
    expect(Math.max(...counts)).toBeLessThan(SCRAPES);
  });

  it('reports the cache, the pool and the commits', async () => {
    expect(await readValue('hostler_cache_lookups_total', { result: 'hit' })).toBeGreaterThan(0);
    expect(await readValue('hostler_cache_lookups_total', { result: 'miss' })).toBeGreaterThan(0);
    expect(await readValue('hostler_db_pool_size')).toBeGreaterThan(0);
    expect(await readValue('hostler_db_commit_group_size_count')).toBeGreaterThan(0);
  });

  it('keeps its earlier names', async () => {
    const names = [...readScrape(await scrape()).keys()];
    expect(names).toEqual(
      expect.arrayContaining([
        'hostler_http_request_duration_seconds_bucket',
        'hostler_http_request_duration_seconds_sum',
        'hostler_http_request_duration_seconds_count',
        'process_cpu_seconds_total',
        'process_resident_memory_bytes',
        'process_start_time_seconds',
        'nodejs_heap_size_used_bytes',
        'nodejs_external_memory_bytes',
        'nodejs_eventloop_lag_p99_seconds',
        'hostler_event_loop_delay_seconds',
        'hostler_log_lines_dropped_total',
      ]),
    );
  });

  it('has no label that grows with customers', async () => {
    const known = [
      'method',
      'route',
      'status',
      'le',
      'lane',
      'kind',
      'state',
      'result',
      'name',
      'type',
      'engine',
      'quantile',
    ];
    const labels = new Set([...readScrape(await scrape()).values()].flatMap((found) => [...found.keys()]));
    expect([...labels].filter((label) => ![...known, 'operation', 'reason'].includes(label))).toEqual([]);
  });
});

describe('every metric and label that is used', () => {
  const check = async (expressions: readonly string[]) => {
    const told = readScrape(await scrape());
    for (const expression of expressions) {
      const asked = readExpression(expression);
      expect(asked.length, expression).toBeGreaterThan(0);
      for (const { metric, labels, values } of asked) {
        if (metric === 'up') continue;
        const found = told.get(metric);
        expect(found, `${metric} in ${expression}`).toBeDefined();
        expect([...(found?.keys() ?? [])], expression).toEqual(expect.arrayContaining([...labels]));
        for (const [label, value] of values) expect([...(found?.get(label) ?? [])], expression).toContain(value);
      }
    }
  };

  it('in the dashboard is in a scrape', async () => {
    const { panels, templating } = JSON.parse(await readFile(dashboard, 'utf8')) as {
      panels: { title: string; targets?: { expr: string }[] }[];
      templating: { list: { query: string }[] };
    };
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(20);
    const variables = templating.list.flatMap(({ query }) => /label_values\((.*), \w+\)/.exec(query)?.[1] ?? []);
    expect(variables).toHaveLength(2);
    await check([...expressions, ...variables]);
  });

  it('in the alert rules is in a scrape, and every rule gives advice', async () => {
    const [, ...alerts] = (await readFile(rules, 'utf8')).split(/^ {6}- alert: /m);
    expect(alerts.length).toBeGreaterThan(10);
    for (const alert of alerts) {
      const [name] = alert.split('\n', 1);
      for (const part of ['expr', 'labels', 'summary', 'description']) expect(alert, name).toMatch(`${part}: `);
    }
    await check(alerts.map((alert) => /^ +expr: (.+)$/m.exec(alert)?.[1] ?? ''));
  });
});
