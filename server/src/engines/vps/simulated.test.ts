import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeVpsDriver, type VpsHarness } from '@hostler/testing/contracts/vps.ts';
import { describeVpsSnapshots } from '@hostler/testing/contracts/vps-snapshots.ts';
import { eventually } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failNext } from '../simulation/faults.ts';
import type { ExecuteStep, VpsDriver, VpsSpec } from './driver.ts';
import { backdateSimulatedVps, createSimulatedVps, findSimulatedDisk, sampleSimulatedVps } from './simulated.ts';
import { setOutcomes } from './simulated-steps/outcomes.ts';

const small = {
  hostname: 'a.test',
  kind: 'container',
  image: 'debian-13',
  vcpus: 2,
  memoryMb: 2048,
  diskGb: 40,
} as const;
const noon = Date.UTC(2026, 10, 16, 12);

const openHarness = async (): Promise<VpsHarness> => {
  const dir = await mkdtemp(join(tmpdir(), 'hostler-vps-'));
  let now = noon;
  const driver = createSimulatedVps({ dir, images: ['debian-13'], now: () => now++ });
  const readSpec = async (name: string) =>
    JSON.parse(await readFile(join(dir, 'machines', name, 'state.json'), 'utf8')).spec;
  return {
    driver,
    image: 'debian-13',
    missingImage: 'debian-3',
    scribble: (name, content) => writeFile(findSimulatedDisk(dir, name), content),
    readBack: (name) => readFile(findSimulatedDisk(dir, name), 'utf8'),
    readKeys: async (name) => (await readSpec(name)).sshKeys,
    readBounds: async (name) => (await readSpec(name)).bounds,
    async loosen(name) {
      const file = join(dir, 'machines', name, 'state.json');
      const { spec, ...rest } = JSON.parse(await readFile(file, 'utf8'));
      await writeFile(file, JSON.stringify({ ...rest, spec: { ...spec, bounds: undefined } }));
    },
    async makeForeign(name) {
      await driver.create({ ...small, name, sshKeys: [] });
      await driver.stop(name);
    },
    async openLongStep() {
      await setOutcomes(dir, { 'contract/Wait': { stdout: 'begun\n', takesMs: 3_600_000 } });
      return { recipe: 'contract', kind: 'install', name: 'Wait' };
    },
    async work() {
      now += 60_000;
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
};

describeVpsDriver('simulated', openHarness, { runsCommands: false });
describeVpsSnapshots('simulated', openHarness);

describe('simulated VPS', () => {
  let dir: string;
  let driver: VpsDriver;
  const spec: VpsSpec = { ...small, name: 'vm-1', sshKeys: [] };

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hostler-vps-'));
    driver = createSimulatedVps({ dir });
  });
  afterEach(() => rm(dir, { recursive: true }));

  const failHalfway = (operation: string) =>
    failNext(dir, { operation, stage: 'halfway', times: 1, code: 'unreachable', message: 'Lost the connection.' });

  it('keeps its power state when packet rules are set meanwhile, and is not created again by them', async () => {
    const open = { isolated: false, blockSmtp: false, inbound: null, outbound: null };
    await driver.create(spec);
    for (let version = 1; version <= 10; version++) {
      await driver.start('vm-1');
      await Promise.all([driver.stop('vm-1'), driver.setFirewall('vm-1', { ...open, version })]);
      expect(await driver.inspect('vm-1')).toMatchObject({ status: 'stopped' });
    }
    const late = driver.setFirewall('vm-1', { ...open, version: 11 }).catch(() => {});
    await Promise.all([driver.destroy('vm-1'), late]);
    expect(await driver.inspect('vm-1')).toBeUndefined();
  });

  it('keeps its machines after a restart of the server', async () => {
    const state = await driver.create(spec);
    expect(await createSimulatedVps({ dir }).inspect(spec.name)).toEqual(state);
  });

  it('has no machine after a creation that failed halfway, and one with the same address after a retry', async () => {
    await failHalfway('create');
    await expect(driver.create(spec)).rejects.toMatchObject({ code: 'unreachable' });
    expect(await driver.inspect(spec.name)).toBeUndefined();
    const state = await driver.create(spec);
    expect(await readdir(join(dir, 'addresses'))).toEqual(state.ipv4);
  });

  it('leaves a machine stopped if a restart fails halfway, and running after a retry', async () => {
    await driver.create(spec);
    await failHalfway('restart');
    await expect(driver.restart(spec.name)).rejects.toMatchObject({ code: 'unreachable' });
    expect((await driver.inspect(spec.name))?.status).toBe('stopped');
    expect((await driver.restart(spec.name)).status).toBe('running');
  });

  it('releases the address when an interrupted destruction is finished, or an incomplete machine is destroyed', async () => {
    await driver.create(spec);
    await failHalfway('destroy');
    await expect(driver.destroy(spec.name)).rejects.toMatchObject({ code: 'unreachable' });
    await driver.destroy(spec.name);
    await failHalfway('create');
    await expect(driver.create(spec)).rejects.toThrow();
    await driver.destroy(spec.name);
    expect(await readdir(join(dir, 'addresses'))).toEqual([]);
    expect(await readdir(join(dir, 'machines'))).toEqual([]);
  });

  it('keeps a running machine if an import fails halfway', async () => {
    await driver.create(spec);
    const archive = await driver.export(spec.name);
    await failHalfway('import');
    await writeFile(findSimulatedDisk(dir, spec.name), 'newer');
    await expect(driver.import(spec, archive)).rejects.toMatchObject({ code: 'unreachable' });
    expect((await driver.inspect(spec.name))?.status).toBe('running');
    expect(await readFile(findSimulatedDisk(dir, spec.name), 'utf8')).toBe('newer');
    expect(await readdir(join(dir, 'machines', spec.name))).toEqual(['address.json', 'disk', 'state.json']);
  });

  it('reads machines that an older version stored without kind and keys', async () => {
    const state = await driver.create(spec);
    const file = join(dir, 'machines', spec.name, 'state.json');
    const { spec: stored, ...rest } = JSON.parse(await readFile(file, 'utf8'));
    const { kind: _kind, sshKeys: _keys, ...old } = stored;
    await writeFile(file, JSON.stringify({ ...rest, spec: old }));
    expect(await driver.create(spec)).toEqual(state);
    await driver.stop(spec.name);
    expect(await driver.adopt(spec.name, 'vm-2')).toMatchObject({ spec: { kind: 'container', sshKeys: [] } });
  });

  it('finishes an adoption that failed halfway, and assigns no address twice', async () => {
    const { ipv4 } = await driver.create(spec);
    await driver.stop(spec.name);
    await failHalfway('adopt');
    await expect(driver.adopt(spec.name, 'vm-2')).rejects.toMatchObject({ code: 'unreachable' });
    expect(await driver.adopt(spec.name, 'vm-2')).toMatchObject({ state: { name: 'vm-2', ipv4 } });
    expect((await driver.create(spec)).ipv4).not.toEqual(ipv4);
    await expect(driver.adopt(spec.name, 'vm-2')).rejects.toMatchObject({ code: 'conflict' });
    expect((await driver.list()).map(({ name }) => name)).toEqual(['vm-1', 'vm-2']);
    await driver.destroy('vm-2');
    expect(await readdir(join(dir, 'addresses'))).not.toContain(ipv4[0]);
  });

  const execute = (step: ExecuteStep | undefined, environment: Record<string, string> = {}) =>
    driver.execute(spec.name, ['sh', '-c', 'exit 1'], { step, environment, timeoutMs: 10_000 });

  it('acts by the step of a command and runs nothing', async () => {
    await driver.create(spec);
    const done = { exitCode: 0, stdout: '', stderr: '', dropped: false, timedOut: false };
    expect(await execute(undefined)).toEqual(done);
    expect(await execute({ recipe: 'own', kind: 'check', name: 'Begin' })).toEqual({ ...done, exitCode: 1 });
    expect((await execute({ recipe: 'own', kind: 'install', name: 'Begin' })).stdout).toContain('was not run');
    const keys = { recipe: 'wireguard', kind: 'install', name: 'Create keys' } as const;
    expect(await execute(keys, { PARAM_CLIENTS: '{PATH}' })).toEqual({
      ...done,
      stdout: 'Keys created for {PATH} device(s).\n',
    });
  });

  it('counts the runs of a step on each machine, also over a restart', async () => {
    await driver.create(spec);
    await setOutcomes(dir, { 'own/Begin': [{ stdout: 'one' }, { stdout: 'two', exitCode: 3 }] });
    const step = { recipe: 'own', kind: 'install', name: 'Begin' } as const;
    expect((await execute(step)).stdout).toBe('one');
    await driver.restart(spec.name);
    for (const _ of [2, 3]) expect(await execute(step)).toMatchObject({ stdout: 'two', exitCode: 3 });
    await driver.rebuild(spec, { token: 'fresh' });
    expect((await execute(step)).stdout).toBe('one');
  });

  it('shows the state of the machine on the console', async () => {
    await driver.create(spec);
    expect(await driver.readConsole(spec.name)).toContain('a.test login:');
    await driver.stop(spec.name);
    expect(await driver.readConsole(spec.name)).toContain('Powered off');
  });

  it('finishes a restart during which the process was killed', async () => {
    await driver.create(spec);
    const script = `
      const { createSimulatedVps } = await import(${JSON.stringify(new URL('./simulated.ts', import.meta.url).href)});
      await createSimulatedVps({ dir: ${JSON.stringify(dir)}, delayMs: 3_600_000 }).restart('vm-1');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    const exited = once(child, 'exit');
    try {
      await eventually(async () => expect((await driver.inspect('vm-1'))?.status).toBe('stopped'));
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
    expect((await driver.restart('vm-1')).status).toBe('running');
  });

  it('assigns unique addresses to concurrent creations', async () => {
    const drivers = [driver, createSimulatedVps({ dir })];
    const creations = Array.from({ length: 60 }, (_, i) => drivers[i % 2]?.create({ ...spec, name: `vm-${i}` }));
    const states = (await Promise.all(creations)).filter((state) => state !== undefined);
    expect(new Set(states.flatMap(({ ipv4 }) => ipv4)).size).toBe(60);
    expect(new Set(states.flatMap(({ ipv6 }) => ipv6)).size).toBe(60);
    for (const { ipv4, ipv6 } of states) {
      expect(ipv4[0]).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/);
      expect(ipv6[0]).toMatch(/^2001:db8::/);
    }
  });

  it('assigns a machine the same address in every folder if the address is free', async () => {
    const elsewhere = join(dir, 'elsewhere');
    expect((await driver.create(spec)).ipv4).toEqual((await createSimulatedVps({ dir: elsewhere }).create(spec)).ipv4);
  });

  it('returns past readings that are lower than the current ones', async () => {
    driver = createSimulatedVps({ dir, now: () => noon });
    await driver.create(spec);
    expect(await sampleSimulatedVps(dir, noon - 1)).toEqual([]);
    await backdateSimulatedVps(dir, spec.name, noon - 3_600_000);
    const past = await sampleSimulatedVps(dir, noon - 60_000);
    expect(past).toMatchObject([{ name: spec.name, at: noon - 60_000 }]);
    const [present] = await driver.sample();
    expect(past[0]?.cpuSeconds).toBeGreaterThan(0);
    expect(present?.cpuSeconds).toBeGreaterThan(past[0]?.cpuSeconds ?? Number.NaN);
  });

  it('delays an operation by about the configured time', async () => {
    driver = createSimulatedVps({ dir, delayMs: 40 });
    await driver.create(spec);
    const started = performance.now();
    await driver.restart(spec.name);
    expect(performance.now() - started).toBeGreaterThanOrEqual(33);
  });
});
