import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createIncusVps } from './incus.ts';

const root = { type: 'disk', path: '/', pool: 'default', size: '5GiB' };
const addresses = { 'user.hostler.ipv4': '192.0.2.7' };

interface Order {
  action?: 'start' | 'stop';
  config?: Record<string, string>;
}

/** An engine with one virtual machine that refuses more memory than it has. */
let folder: string;
let engine: Server;
let status: 'Running' | 'Stopped';
let config: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostler-resize-'));
  [status, config] = ['Running', { 'user.hostler.name': 'vm-1', 'user.hostler.ready': 'true', ...addresses }];
  engine = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://engine');
    const send = (metadata: unknown) => response.end(JSON.stringify({ type: 'sync', metadata }));
    if (request.method !== 'GET') {
      const order = (await json(request)) as Order;
      if (order.action) status = order.action === 'start' ? 'Running' : 'Stopped';
      if (order.config?.['limits.memory']) {
        response.writeHead(400).end(JSON.stringify({ type: 'error', error: 'Too much memory', error_code: 400 }));
        return;
      }
      Object.assign(config, order.config);
      return send({});
    }
    if (pathname === '/1.0/instances/vm-1') return send(describe());
    if (pathname === '/1.0/profiles/default') return send({ config: {}, devices: { root } });
    return send({});
  });
  await new Promise<void>((resolve) => engine.listen(join(folder, 'socket'), resolve));
});
afterEach(async () => {
  engine.closeAllConnections();
  await new Promise((resolve) => engine.close(resolve));
  rmSync(folder, { recursive: true });
});

function describe() {
  const facts = { name: 'vm-1', type: 'virtual-machine', location: 'none', architecture: 'x86_64', profiles: [] };
  return { ...facts, status, config, devices: {}, expanded_config: config, expanded_devices: { root } };
}

it('a virtual machine stays running or stopped after a refused resize', async () => {
  const driver = createIncusVps({ url: `unix:${join(folder, 'socket')}` });
  const size = { vcpus: 2, memoryMb: 2 ** 30, diskGb: 5 };
  await expect(driver.resize('vm-1', size)).rejects.toMatchObject({ code: 'refused' });
  expect(status).toBe('Running');
  await driver.stop('vm-1');
  await expect(driver.resize('vm-1', size)).rejects.toMatchObject({ code: 'refused' });
  expect(status).toBe('Stopped');
});
