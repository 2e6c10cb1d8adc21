import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PowerOptions, VpsDriver, VpsSpec } from '#engines/vps/driver.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import { hostingActions } from './actions.ts';

const size = { image: 'debian/13', vcpus: 1, memoryMb: 256, diskGb: 1 };
const spec: VpsSpec = { name: 'vps-1', hostname: 'a.test', kind: 'container', sshKeys: [], ...size };
const { name } = spec;

let dir: string;
let engine: VpsDriver;
/** Records the options of every engine call. */
let noted: [operation: string, options: PowerOptions | undefined][];
let vps: VpsDriver;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hostler-actions-'));
  engine = createSimulatedVps({ dir });
  noted = [];
  vps = new Proxy(engine, {
    get(target, operation: Exclude<keyof VpsDriver, 'capabilities'>) {
      return (...given: unknown[]) => {
        if (operation !== 'inspect') noted.push([operation, given.at(-1) as PowerOptions]);
        return Reflect.apply(target[operation], target, given);
      };
    },
  });
});
afterEach(() => rm(dir, { recursive: true }));

const { signal } = new AbortController();
const work = { signal, report: async () => {} };

it('passes the abort signal and force of every action to the engine', async () => {
  const actions = hostingActions({ vps });
  await actions.create.run({ name, spec }, work);
  await actions.restart.run({ name, force: true }, work);
  await actions.restart.run({ name }, work);
  await actions.access.run({ name, sshKeys: [] }, work);
  await actions.stop.run({ name, force: true }, work);
  await actions.start.run({ name }, work);
  await actions.suspend.run({ name, reason: '' }, work);
  await actions.unsuspend.run({ name, start: true }, work);
  await engine.stop(name);
  await actions.adopt.run({ source: name, name: 'vps-2', spec }, work);
  await actions.terminate.run({ name: 'vps-2' }, work);
  expect(noted.map(([operation, options]) => [operation, options?.force ?? false])).toEqual([
    ['create', false],
    ['restart', true],
    ['restart', false],
    ['setAccess', false],
    ['stop', true],
    ['start', false],
    ['stop', false],
    ['start', false],
    ['adopt', false],
    ['destroy', false],
  ]);
  for (const [operation, options] of noted) expect([operation, options?.signal]).toEqual([operation, signal]);
});

it('counts the usage of a machine before a restart or a stop, which lose its counters', async () => {
  const counted: [name: string, done: number][] = [];
  const actions = hostingActions({ vps, countUsage: async (of) => void counted.push([of, noted.length]) });
  await actions.create.run({ name, spec }, work);
  await actions.restart.run({ name }, work);
  await actions.stop.run({ name }, work);
  expect(counted).toEqual([
    [name, 1],
    [name, 2],
  ]);
});

it('creates a VPS that an older version queued as a container without keys', async () => {
  const { kind: _kind, sshKeys: _keys, ...old } = spec;
  await hostingActions({ vps }).create.run({ name, spec: old }, work);
  // Repeating the creation succeeds, so the machine is the one that this version creates.
  expect(await engine.create(spec)).toMatchObject({ status: 'running' });
});
