import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHeld } from '#kernel/jobs/hold.ts';
import type { VpsSpec } from '../driver.ts';
import { createIncusVps } from './incus.ts';

const spec: VpsSpec = {
  name: 'vps-1',
  hostname: 'web.example',
  kind: 'container',
  image: 'debian/12',
  ...{ vcpus: 1, memoryMb: 512, diskGb: 5 },
  sshKeys: [],
};
const project = { name: 'hostler', config: {} };
const profile = { config: {}, devices: { root: { type: 'disk', path: '/', pool: 'default' } } };
const machine = {
  name: spec.name,
  ...{ status: 'Running', type: 'container', location: 'none', architecture: 'x86_64', profiles: [] },
  config: { 'user.hostler.name': spec.name, 'user.hostler.ready': 'true' },
  ...{ devices: {}, expanded_config: {}, expanded_devices: {} },
};

/** An engine where another worker has been meanwhile: the started machine is created, and in use. */
let folder: string;
let engine: Server;
let orders: string[];
let ours: boolean;

beforeEach(async () => {
  [orders, ours] = [[], true];
  folder = mkdtempSync(join(tmpdir(), 'hostler-fencing-'));
  engine = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://engine');
    const call = `${request.method} ${pathname}`;
    if (request.method !== 'GET') orders.push(call);
    const [status, answer] = decide(call);
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => engine.listen(join(folder, 'socket'), resolve));
});
afterEach(async () => {
  engine.closeAllConnections();
  await new Promise((resolve) => engine.close(resolve));
  rmSync(folder, { recursive: true });
});

function decide(call: string): [number, object] {
  const sync = (metadata: unknown): [number, object] => [200, { type: 'sync', metadata }];
  const missing: [number, object] = [404, { type: 'error', error: 'Not found', error_code: 404 }];
  switch (call) {
    case 'GET /1.0/projects/hostler':
      return sync(project);
    case 'GET /1.0/profiles/default':
      return sync(profile);
    case 'GET /1.0/instances':
      return sync([]);
    case 'GET /1.0/operations':
      return sync({});
    case 'GET /1.0/images/aliases/debian%2F12':
      return sync({});
    case `GET /1.0/instances/${spec.name}`:
      return orders.length === 0 ? missing : sync(machine);
    case 'GET /1.0/operations/making/wait':
      // After a long suspension: the operation is done and forgotten, and another worker has the job.
      ours = false;
      return missing;
    default:
      return [202, { type: 'async', operation: '/1.0/operations/making', metadata: {} }];
  }
}

it('a suspended worker does not delete a machine that another worker has finished meanwhile', async () => {
  const driver = createIncusVps({ url: `unix:${join(folder, 'socket')}` });
  await expect(
    runHeld(
      () => ours,
      () => driver.create(spec),
    ),
  ).rejects.toMatchObject({ code: 'unreachable' });
  expect(orders).toEqual(['POST /1.0/instances']);
});
