import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createIncusVps } from './incus.ts';

const names = ['vps-1', 'vps-2'];

/** An engine with two machines that returns no metrics of the first one. */
let folder: string;
let engine: Server;
/** Result of a request for the first one. */
let refusal: 'hangs up' | 'is gone' | 'fails';
let bootedAt: Date;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostler-sample-'));
  engine = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://engine');
    if (pathname === '/1.0/metrics') return response.end(names.map(measure).join(''));
    if (pathname === '/1.0/instances') return send(names.map(describe));
    if (pathname === '/1.0/instances/vps-2/state') return send(state);
    if (refusal === 'hangs up') return request.socket.destroy();
    const [code, error] = refusal === 'fails' ? [500, 'Monitor is hung'] : [404, 'Instance not found'];
    response.writeHead(code).end(JSON.stringify({ type: 'error', error, error_code: code }));

    function send(metadata: unknown) {
      response.end(JSON.stringify({ type: 'sync', metadata }));
    }
  });
  await new Promise<void>((resolve) => engine.listen(join(folder, 'socket'), resolve));
});
afterEach(async () => {
  engine.closeAllConnections();
  await new Promise((resolve) => engine.close(resolve));
  rmSync(folder, { recursive: true });
});

const root = { type: 'disk', path: '/', pool: 'default', size: '5GiB' };
const state = {
  status: 'Running',
  pid: 1,
  disk: { root: { usage: 4096 } },
  memory: { usage: 2048 },
  cpu: { usage: 3e9 },
};

/** Such a pool reports disk usage only per machine. */
function measure(name: string): string {
  const labels = `name="${name}",project="hostler",type="container"`;
  return `lxd_memory_MemTotal_bytes{${labels}} 4096\nlxd_cpu_seconds_total{cpu="0",mode="user",${labels}} 1\n`;
}

function describe(name: string) {
  const facts = { status: 'Running', type: 'container', location: 'none', architecture: 'x86_64', config: {} };
  const last_used_at = bootedAt.toISOString();
  return { name, ...facts, last_used_at, expanded_config: {}, expanded_devices: { root } };
}

it.each(['hangs up', 'fails', 'is gone'] as const)('a running machine whose state %s has no sample', async (how) => {
  [refusal, bootedAt] = [how, new Date()];
  const samples = await createIncusVps({ url: `unix:${join(folder, 'socket')}` }).sample();
  expect(samples).toMatchObject([{ name: 'vps-2', cpuSeconds: 3, memoryUsedBytes: 2048 }]);
});

it('a machine that disappears does not mark its pool as unable to report usage', async () => {
  [refusal, bootedAt] = ['is gone', new Date(0)];
  const driver = createIncusVps({ url: `unix:${join(folder, 'socket')}` });
  const samples = await driver.sample();
  expect(samples.find(({ name }) => name === 'vps-2')).toMatchObject({ diskUsedBytes: 4096 });
});
