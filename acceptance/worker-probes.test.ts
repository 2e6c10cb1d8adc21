import { describe, expect, test } from 'vitest';
import { startHostler } from './hostler-process.ts';
import { prepareHome } from './server.ts';

describe('a worker', () => {
  test('serves the probes and, with the token, its metrics on HOSTLER_METRICS_PORT', async () => {
    const home = await prepareHome({ HOSTLER_METRICS_PORT: '0', HOSTLER_METRICS_TOKEN: 'a token' });
    const worker = startHostler(['worker'], home.settings);
    const { metrics_url: url } = await worker.logged(({ msg }) => msg === 'hostler works');
    const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });
    expect((await get('/healthz')).status).toBe(200);
    expect(await (await get('/readyz')).json()).toMatchObject({ success: true, data: { database: 'ok' } });
    expect((await get('/metrics')).status).toBe(401);
    const text = await (await get('/metrics', { authorization: 'Bearer a token' })).text();
    expect(text).toMatch(/^hostler_job_results_total\{.*kind="hosting\.restart".*\} 0$/m);
    expect(text).toMatch(/^hostler_jobs_oldest_due_seconds\{lane="vps"\} 0$/m);
    expect((await get('/api/v1/hosting')).status).toBe(404);
    worker.kill('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    await home.remove();
  });
});
