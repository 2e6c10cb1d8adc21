import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { oneByOne } from '#kernel/one-by-one.ts';
import { moveDurably, withSource, writeDurably } from '../durable-file.ts';
import { EngineError } from '../engine.ts';
import { examineArchive, packArchive, unpackArchive } from '../simulation/archive.ts';
import { isLimitless } from '../simulation/faults.ts';
import { createSimulation, type SimulationOptions } from '../simulation/simulation.ts';
import { type VpsDriver, type VpsSample, vpsCapabilities, vpsKinds } from './driver.ts';
import { allowsPacket, type FirewallPacket } from './firewall.ts';
import { claimAddress, passAddressOn, releaseAddress } from './simulated-addresses.ts';
import { writeConsole } from './simulated-console.ts';
import {
  bootMachine,
  describeAdoptable,
  describeMachine,
  haltMachine,
  isRunning,
  type Machine,
  protectMachine,
} from './simulated-machine.ts';
import { openMachines } from './simulated-machines.ts';
import { sampleMachine } from './simulated-metrics.ts';
import { chooseNode, measureNodes } from './simulated-nodes.ts';
import { copyFromSnapshot, copySnapshot, dropSnapshot, loadSnapshot } from './simulated-snapshots.ts';
import { checkName, checkSize, checkSpec, hasImage, installImage, isSameMachine } from './simulated-spec.ts';
import { executeSimulated } from './simulated-steps/execute.ts';
import { measureMachine, openSimulatedTerminal } from './simulated-terminal/terminal.ts';

/** About two milliseconds of work. */
const SAMPLED_AT_ONCE = 16;

export interface SimulatedVpsOptions extends SimulationOptions {
  /** Available images; if absent, every valid name. */
  images?: readonly string[];
}

/** Machines that exist only as files: they boot, have a small disk, use resources and fail on request. */
export function createSimulatedVps(options: SimulatedVpsOptions): VpsDriver {
  const simulation = createSimulation(options);
  const machines = openMachines(options.dir);
  const addressesDir = join(options.dir, 'addresses');
  const noteFileOf = (name: string) => machines.pathOf(name, 'address.json');
  const diskOf = (name: string) => machines.pathOf(name, 'disk');

  async function find(name: string): Promise<Machine> {
    checkName(name);
    const machine = await machines.read(name);
    if (!machine) throw new EngineError('not_found', 'The server does not exist.');
    return machine;
  }

  async function save(machine: Machine) {
    await machines.write(machine);
    return describeMachine(machine);
  }

  return {
    capabilities: new Set(vpsCapabilities),

    check: simulation.check,

    create: (spec, operation) =>
      simulation.run('create', spec.name, operation, async (passTime) => {
        checkSpec(spec, options.images);
        const existing = await machines.read(spec.name);
        if (existing) {
          if (!isSameMachine(existing.spec, spec)) {
            throw new EngineError('conflict', 'A different server with this name exists already.');
          }
          const known = protectMachine(existing, spec.firewall);
          if (!isRunning(known)) return save(bootMachine(known, simulation.now()));
          return known === existing ? describeMachine(known) : save(known);
        }
        const node = chooseNode(spec.name, operation?.avoid, operation?.node);
        const { ipv4: fixed, ipv6 } = spec.addresses ?? {};
        const ipv4 = await claimAddress(addressesDir, spec.name, noteFileOf(spec.name), fixed?.address);
        const { from } = operation ?? {};
        if (from) await copyFromSnapshot(machines.pathOf, from, spec.name);
        else await writeDurably(diskOf(spec.name), installImage(spec));
        await passTime(2);
        return save({
          spec: { ...spec, bounds: spec.bounds ?? {} },
          ipv4,
          ...(ipv6 ? { ipv6: ipv6.address } : {}),
          node,
          bootedAt: simulation.now(),
          stoppedAt: null,
          ranMs: 0,
        });
      }),

    checkAddresses: (_addresses, operation) => simulation.run('checkAddresses', '', operation, async () => undefined),

    checkImages: (wanted, operation) =>
      simulation.run('checkImages', '', operation, async () => ({
        missing: wanted.filter(({ image }) => !hasImage(image, options.images)),
        available: (options.images ?? []).flatMap((image) => vpsKinds.map((kind) => ({ image, kind }))),
      })),

    start: (name, operation) =>
      simulation.run('start', name, operation, async (passTime) => {
        const machine = await find(name);
        if (isRunning(machine)) return describeMachine(machine);
        await passTime(0.6);
        return save(bootMachine(machine, simulation.now()));
      }),

    stop: (name, operation) =>
      simulation.run('stop', name, operation, async (passTime) => {
        const machine = await find(name);
        if (!isRunning(machine)) return describeMachine(machine);
        await passTime(operation?.force ? 0.1 : 0.4);
        return save(haltMachine(machine, simulation.now()));
      }),

    restart: (name, operation) =>
      simulation.run('restart', name, operation, async (passTime) => {
        const halted = haltMachine(await find(name), simulation.now());
        await save(halted);
        await passTime(operation?.force ? 0.7 : 1);
        return save(bootMachine(halted, simulation.now()));
      }),

    destroy: (name, operation) =>
      simulation.run('destroy', name, operation, async (passTime) => {
        checkName(name);
        const machine = await machines.read(name);
        if (machine) {
          await save(haltMachine(machine, simulation.now()));
          await passTime(0.5);
        }
        await releaseAddress(addressesDir, name, noteFileOf(name));
        await machines.remove(name);
      }),

    inspect: (name) =>
      simulation.run('inspect', name, undefined, async () => {
        checkName(name);
        const machine = await machines.read(name);
        return machine && describeMachine(machine);
      }),

    list: (operation) =>
      simulation.run('list', '', operation, async () => (await machines.list()).map(describeMachine)),

    setAccess: (name, sshKeys, operation) =>
      simulation.run('setAccess', name, operation, async (passTime) => {
        const machine = await find(name);
        await passTime(0.2);
        await save({ ...machine, spec: { ...machine.spec, sshKeys } });
      }),

    setPassword: (name, password, operation) =>
      simulation.run('setPassword', name, operation, async (passTime) => {
        const machine = await find(name);
        if (!isRunning(machine)) throw new EngineError('conflict', 'The server is not running.');
        await passTime(0.2);
        await save({ ...machine, passwordHash: hash(password) });
      }),

    resize: (name, size, operation) =>
      simulation.run('resize', name, operation, async (passTime) => {
        checkSize(size);
        const machine = await find(name);
        const spec = { ...machine.spec, ...size, bounds: size.bounds ?? {} };
        if (size.diskGb < machine.spec.diskGb) throw new EngineError('refused', 'The disk of a server only grows.');
        await passTime(0.3);
        const resized = await save({ ...machine, spec });
        const isUnlimited = size.bounds?.networkMbps !== undefined && isLimitless(options.dir);
        return isUnlimited ? { ...resized, networkUnlimited: true } : resized;
      }),

    setFirewall: (name, policy, operation) =>
      simulation.run('setFirewall', name, operation, async (passTime) => {
        await find(name);
        await passTime(0.1);
        await machines.writeFirewall(name, policy);
      }),

    setExtraAddresses: (name, addresses, operation) =>
      simulation.run('setExtraAddresses', name, operation, async (passTime) => {
        await find(name);
        await passTime(0.2);
        await save({ ...(await find(name)), extra: [...addresses] });
      }),

    rebuild: (spec, operation) =>
      simulation.run('rebuild', spec.name, operation, async (passTime) => {
        checkSpec(spec, options.images);
        const machine = await find(spec.name);
        if (machine.rebuilt === operation.token) {
          return isRunning(machine) ? describeMachine(machine) : save(bootMachine(machine, simulation.now()));
        }
        await passTime(2);
        await writeDurably(diskOf(spec.name), installImage(spec));
        await rm(machines.pathOf(spec.name, 'inside.json'), { force: true });
        const { passwordHash: _password, rescueHash: _rescue, ...kept } = machine;
        const fresh = { bootedAt: simulation.now(), stoppedAt: null, ranMs: 0, rebuilt: operation.token };
        const { userData: _data, ...before } = machine.spec;
        return save({ ...kept, spec: { ...before, ...spec, bounds: spec.bounds ?? {} }, ...fresh });
      }),

    setRescue: (name, { password, ...operation }) =>
      simulation.run('setRescue', name, operation, async (passTime) => {
        const halted = haltMachine(await find(name), simulation.now());
        await passTime(1);
        const rescueHash = password === null ? undefined : hash(password);
        return save({ ...bootMachine(halted, simulation.now()), rescueHash });
      }),

    readConsole: (name) => simulation.run('readConsole', name, undefined, async () => writeConsole(await find(name))),

    execute: (name, _command, operation) =>
      simulation.run('execute', name, operation, async (passTime) => {
        await oneByOne();
        const machine = await find(name);
        if (!isRunning(machine)) throw new EngineError('conflict', 'The server is not running.');
        const inside = await machines.readInside(name);
        const before = JSON.stringify(inside);
        const readMachine = machines.follow(name);
        const work = { dir: options.dir, machine, inside, readMachine, delayMs: options.delayMs ?? 0 };
        try {
          return await executeSimulated(work, operation);
        } finally {
          // Effects of a step persist even if it was ended.
          const after = JSON.stringify(inside);
          if (after !== before) machines.writeInside(name, after);
          await passTime(0.05);
        }
      }),

    openTerminal: (name, operation) =>
      simulation.run('openTerminal', name, operation, async () => {
        const machine = await find(name);
        if (!isRunning(machine)) throw new EngineError('conflict', 'The server is not running.');
        const { image } = machine.spec;
        const { ipv4, ipv6 } = describeMachine(machine);
        const extra = (machine.extra ?? []).map(({ address }) => address);
        const readMachine = machines.follow(name);
        const boot = writeConsole(machine);
        return openSimulatedTerminal(
          {
            ...machine.spec,
            ...{ ipv4: [...ipv4, ...extra], ipv6 },
            greeting:
              operation.kind === 'shell'
                ? `Welcome to ${image} (simulated).\r\n`
                : boot.slice(0, boot.lastIndexOf('\n') + 1),
            measure: () => measureMachine(machine, simulation.now()),
            async isUp() {
              const now = await readMachine();
              return now !== undefined && isRunning(now) && now.bootedAt === machine.bootedAt;
            },
          },
          operation,
        );
      }),

    adopt: (source, name, operation) =>
      simulation.run('adopt', name, operation, async (passTime) => {
        checkName(name);
        checkName(source);
        const [there, ours] = [await machines.read(source), await machines.read(name)];
        if (there && ours) throw new EngineError('conflict', 'A different server with this name exists already.');
        if (there && isRunning(there)) {
          throw new EngineError('conflict', 'The server runs; stop it before it is taken over.');
        }
        if (there) await machines.rename(source, name);
        await passTime(0.3);
        const adopted = ours ?? (await find(name));
        await passAddressOn(addressesDir, source, name, noteFileOf(name));
        const spec = { ...adopted.spec, bounds: operation?.bounds ?? adopted.spec.bounds ?? {} };
        return { spec, state: await save({ ...adopted, spec }) };
      }),

    listAdoptable: (operation) =>
      simulation.run('listAdoptable', '', operation, async () => (await machines.list()).map(describeAdoptable)),

    listNodes: (operation) =>
      simulation.run('listNodes', '', operation, async () =>
        measureNodes((await machines.list()).map((machine) => ({ machine, node: describeMachine(machine).node }))),
      ),

    tighten: (operation) =>
      simulation.run('tighten', '', operation, async () => {
        const bare = (await machines.list()).filter(({ spec }) => spec.bounds === undefined);
        for (const machine of bare) await save({ ...machine, spec: { ...machine.spec, bounds: {} } });
        return bare.map(({ spec }) => spec.name);
      }),

    sample: () => simulation.run('sample', '', undefined, () => sampleSimulatedVps(options.dir, simulation.now())),

    createSnapshot: (name, snapshot, operation) =>
      simulation.run('createSnapshot', name, operation, async (passTime) => {
        await find(name);
        await passTime(0.5);
        return copySnapshot(machines.pathOf, name, snapshot);
      }),

    readSettings: (name) =>
      simulation.run('readSettings', name, undefined, async () => {
        await find(name);
        return '{}';
      }),

    restoreSnapshot: (spec, snapshot, _settings, operation) =>
      simulation.run('restoreSnapshot', spec.name, operation, async (passTime) => {
        const machine = haltMachine(await find(spec.name), simulation.now());
        await passTime(1);
        await loadSnapshot(machines.pathOf, spec.name, snapshot);
        return save({ ...machine, spec, rescueHash: undefined });
      }),

    removeSnapshot: (name, snapshot, operation) =>
      simulation.run('removeSnapshot', name, operation, async (passTime) => {
        checkName(name);
        await passTime(0.2);
        await dropSnapshot(machines.pathOf, name, snapshot);
      }),

    export: (name, operation) =>
      simulation.run('export', name, operation, async (passTime) => {
        await find(name);
        await passTime(1);
        return packArchive(diskOf(name), operation);
      }),

    examine: (source, operation) =>
      withSource(source, () => simulation.run('examine', '', operation, () => examineArchive(source, operation))),

    import: (spec, source, operation) =>
      withSource(source, () =>
        simulation.run('import', spec.name, operation, async (passTime) => {
          checkSpec(spec, options.images);
          const incoming = machines.pathOf(spec.name, 'disk.incoming');
          try {
            await unpackArchive(source, incoming, operation);
            await passTime(1.5);
            const fixed = spec.addresses?.ipv4?.address;
            const ipv4 = await claimAddress(addressesDir, spec.name, noteFileOf(spec.name), fixed);
            await moveDurably(incoming, diskOf(spec.name));
            const now = simulation.now();
            const old = await machines.read(spec.name);
            const ipv6 = spec.addresses?.ipv6?.address ?? old?.ipv6;
            const restored = { spec, ipv4, ipv6, node: old?.node, bootedAt: now, stoppedAt: now, ranMs: 0 };
            return await save(protectMachine(restored, old?.spec.firewall));
          } finally {
            await rm(incoming, { force: true });
          }
        }),
      ),
  };
}

function hash(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}

/** Returns the result of `sample()` at a past time; machines that had not booted by then are left out. */
export async function sampleSimulatedVps(dir: string, at: number): Promise<VpsSample[]> {
  const samples: VpsSample[] = [];
  for (const [index, machine] of (await openMachines(dir).list()).entries()) {
    const sample = sampleMachine(machine, at);
    if (sample) samples.push(sample);
    // Requests are answered in between.
    if (index % SAMPLED_AT_ONCE === SAMPLED_AT_ONCE - 1) await breathe();
  }
  return samples;
}

/** Returns whether the packet rules of a machine let a packet pass; false for a machine that does not run. */
export async function passesSimulatedFirewall(dir: string, name: string, packet: FirewallPacket): Promise<boolean> {
  const { machine } = await openMachine(dir, name);
  return isRunning(machine) && allowsPacket(machine.spec.firewall, packet);
}

/** Sets an earlier boot time. */
export async function backdateSimulatedVps(dir: string, name: string, bootedAt: number): Promise<void> {
  const { machines, machine } = await openMachine(dir, name);
  await machines.write({ ...machine, bootedAt: Math.min(bootedAt, machine.bootedAt) });
}

/** Adds running time before this boot, so that the history of a demo continues into the present. */
export async function ageSimulatedVps(dir: string, name: string, ranMs: number): Promise<void> {
  const { machines, machine } = await openMachine(dir, name);
  if (machine.ranMs < ranMs) await machines.write({ ...machine, ranMs });
}

async function openMachine(dir: string, name: string) {
  checkName(name);
  const machines = openMachines(dir);
  const machine = await machines.read(name);
  if (!machine) throw new EngineError('not_found', 'The server does not exist.');
  return { machines, machine };
}

/** Returns the file with the disk of a simulated machine. */
export function findSimulatedDisk(dir: string, name: string): string {
  return openMachines(dir).pathOf(name, 'disk');
}
