import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { VpsSpec } from '../../server/src/engines/vps/driver.ts';
import { type Client, createClient } from '../../server/src/engines/vps/incus/client.ts';
import { isMissing } from '../../server/src/engines/vps/incus/errors.ts';
import { createIncusVps } from '../../server/src/engines/vps/incus/incus.ts';
import { createOperations, type Operations } from '../../server/src/engines/vps/incus/operations.ts';
import type { IncusOptions } from '../../server/src/engines/vps/incus/options.ts';
import type { Devices, Instance, Settings } from '../../server/src/engines/vps/incus/wire.ts';
import type { VpsHarness } from '../contracts/vps.ts';
import { until } from '../until.ts';

const image = 'busybox';
/** More CPU time than a boot takes. */
const workSeconds = 0.2;

/** Returns a specification with a unique name: machines of several projects share a network that may register names. */
export function makeSpec(): VpsSpec {
  return {
    name: `vps-${randomUUID().slice(0, 8)}`,
    hostname: 'web.example',
    kind: 'container',
    ...{ image, vcpus: 1, memoryMb: 96, diskGb: 2 },
    sshKeys: ['ssh-ed25519 AAAA first', 'ssh-ed25519 BBBB second'],
  };
}

/**
 * For tests that restore. LXD reads a compressed archive twice at once, and on a busy machine one restore in thirty
 * fails because of that. The queue would retry, but the driver alone does not.
 */
export const unpacked = { compression: 'none' } as const;

/** Direct access to the engine through its API, besides the driver. */
export interface TestEngine {
  readonly client: Client;
  readonly operations: Operations;
  readonly project: string;
  readFile(name: string, path: string): Promise<string | undefined>;
  writeFile(name: string, path: string, content: string | Buffer): Promise<void>;
  removeFile(name: string, path: string): Promise<void>;
  run(name: string, ...command: string[]): Promise<void>;
  inspect(name: string): Promise<Instance>;
  patch(name: string, change: { config?: Settings; devices?: Devices }): Promise<void>;
  listNames(): Promise<string[]>;
  /** Creates a stopped machine without the driver, in this project or another. */
  makeForeign(name: string, options?: { project?: string; eth0?: Settings | undefined }): Promise<void>;
  makeProject(): Promise<void>;
  removeProject(): Promise<void>;
}

export function openEngine(url: string, project = `test-${randomUUID().slice(0, 8)}`): TestEngine {
  const client = createClient({ url }, project);
  const operations = createOperations(client);
  const at = (name: string, rest: string) => `/1.0/instances/${name}${rest}`;
  const engine: TestEngine = {
    ...{ client, operations, project },
    async readFile(name, path) {
      try {
        return await text((await client.open('GET', at(name, '/files'), { query: { path } })).body);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async writeFile(name, path, body) {
      const headers = { 'content-type': 'application/octet-stream', 'x-lxd-type': 'file', 'x-incus-type': 'file' };
      await operations.run('POST', at(name, '/files'), { query: { path }, headers, body });
    },
    removeFile: (name, path) => operations.run('DELETE', at(name, '/files'), { query: { path } }),
    async run(name, ...command) {
      const body = { command, environment: {}, 'wait-for-websocket': false, interactive: false };
      await operations.run('POST', at(name, '/exec'), { body });
    },
    inspect: async (name) => (await client.call<Instance>('GET', at(name, ''), { query: { recursion: '1' } })).metadata,
    patch: (name, body) => operations.run('PATCH', at(name, ''), { body }),
    async makeProject() {
      const config = { 'features.images': 'false', 'features.profiles': 'false' };
      await client.call('POST', '/1.0/projects', { project: null, body: { name: project, config } });
    },
    async makeForeign(name, { project: where, eth0 } = {}) {
      const limits = { 'limits.cpu': '1', 'limits.memory': '128MiB' };
      const root = { type: 'disk', path: '/', pool: 'default', size: '1GiB' };
      const devices = { root, ...(eth0 ? { eth0 } : {}) };
      const body = { name, type: 'container', source: { type: 'image', alias: image }, config: limits, devices };
      await operations.run('POST', '/1.0/instances', { body, project: where });
    },
    async listNames() {
      const { metadata } = await client.call<string[]>('GET', '/1.0/instances');
      return metadata.map((path) => path.split('?')[0]?.split('/').at(-1) ?? '').sort();
    },
    async removeProject() {
      try {
        for (const name of await engine.listNames()) {
          const stop = { body: { action: 'stop', force: true } };
          await operations.run('PUT', at(name, '/state'), stop).catch(() => {});
          await operations.run('DELETE', at(name, ''));
        }
        await operations.run('DELETE', `/1.0/projects/${project}`, { project: null });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
  return engine;
}

/** Opens a project with a driver and the specification of its first machine. */
export function openProject(url: string, options: Omit<IncusOptions, 'url' | 'project'> = {}) {
  const engine = openEngine(url);
  return {
    engine,
    driver: createIncusVps({ ...unpacked, ...options, url, project: engine.project }),
    spec: makeSpec(),
  };
}

/** Opens a driver with its own project for the driver contract. */
export async function openHarness(options: IncusOptions, engine: TestEngine): Promise<VpsHarness> {
  const driver = createIncusVps({ ...unpacked, ...options, project: engine.project });
  await engine.makeProject();
  const readCpu = async (name: string) => (await driver.sample()).find((one) => one.name === name)?.cpuSeconds ?? 0;
  return {
    driver,
    image,
    missingImage: 'no-such/image',
    scribble: (name, content) => engine.writeFile(name, '/root/note', content),
    readBack: async (name) => (await engine.readFile(name, '/root/note')) ?? '',
    readKeys: async (name) =>
      (await engine.readFile(name, '/root/.ssh/authorized_keys'))?.split('\n').filter((line) => line !== '') ?? [],
    makeForeign: (name) => engine.makeForeign(name),
    async readBounds(name) {
      const { config } = await engine.inspect(name);
      return { processes: Number(config['limits.processes']), nesting: config['security.nesting'] === 'true' };
    },
    loosen: (name) => engine.patch(name, { config: { 'limits.processes': '', 'user.hostler.bounds': '' } }),
    async work(name) {
      const enough = (await readCpu(name)) + workSeconds;
      await until(async () => {
        await engine.run(name, 'timeout', '0.2', 'yes');
        return (await readCpu(name)) > enough;
      });
    },
    close: () => engine.removeProject(),
  };
}
