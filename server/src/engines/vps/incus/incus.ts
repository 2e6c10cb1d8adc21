import { withSource } from '../../durable-file.ts';
import { EngineError, type OperationOptions } from '../../engine.ts';
import type { VpsDriver, VpsState } from '../driver.ts';
import { replaceKeys } from './access.ts';
import { adoptInstance } from './adopt.ts';
import { listAdoptable } from './adoptable.ts';
import { findComplete, isArriving, listArriving, needInstance, sortComplete } from './arrival.ts';
import { checkAssigned } from './assigned.ts';
import { checkEngine } from './check.ts';
import { createClient } from './client.ts';
import { readConsoleLog } from './console.ts';
import type { Context } from './context.ts';
import { createInstance } from './create.ts';
import { translateError } from './errors.ts';
import { examineArchive } from './examine.ts';
import { executeInside } from './execute/execute.ts';
import { exportInstance } from './export.ts';
import { setExtraAddresses } from './extra-addresses.ts';
import { Capabilities } from './firewall/capability.ts';
import { setPolicy } from './firewall/confirm.ts';
import { compareImages } from './images.ts';
import { importInstance } from './import.ts';
import { describeInstance, findInstance, isOutOfReach, listInstances, removeInstance } from './instances.ts';
import { listNodes } from './nodes.ts';
import { createOperations } from './operations.ts';
import type { IncusOptions } from './options.ts';
import { setRootPassword } from './password.ts';
import { boot, halt, reboot } from './power.ts';
import { rebuildInstance } from './rebuild.ts';
import { isNetworkUnlimited, resizeInstance } from './resize.ts';
import { undoRebuild } from './retire.ts';
import { createSampler } from './sample.ts';
import { createSnapshot, readSettings, removeSnapshot, restoreSnapshot } from './snapshots.ts';
import { checkName, isOurs, notes } from './spec.ts';
import { openInstanceTerminal } from './terminal.ts';
import { tightenInstances } from './tighten.ts';
import type { Instance, Server } from './wire.ts';

/** Driver for Incus and LXD, on one host or a cluster: containers, and virtual machines if the host supports them. */
export function createIncusVps(options: IncusOptions): VpsDriver {
  const context = openContext(options);
  const capabilities = new Capabilities(context);
  const sample = createSampler(context);
  const describe = (instance: Instance, name?: string) => describeInstance(context, instance, name);

  /** Runs work on one machine after a check of its name. */
  async function work<T>(name: string, operation: OperationOptions | undefined, run: () => Promise<T>): Promise<T> {
    return await guard(operation, async () => {
      checkName(name);
      return await run();
    });
  }

  return {
    capabilities,

    async check() {
      await capabilities.refresh();
      return await checkEngine(context, options.url);
    },

    create: (spec, operation) =>
      work(spec.name, operation, async () => describe(await createInstance(context, spec, operation))),

    checkAddresses: (addresses, operation) => guard(operation, () => checkAssigned(context, addresses, operation)),

    checkImages: (wanted, operation) => guard(operation, () => compareImages(context, wanted, operation?.signal)),

    start: (name, operation) =>
      work(name, operation, async () => {
        const signal = operation?.signal;
        await context.operations.settle(name, { signal });
        await undoRebuild(context, name, signal);
        return describe(await boot(context, await needInstance(context, name, { signal, withState: true }), signal));
      }),

    stop: (name, operation = {}) =>
      work(name, operation, async () => {
        await context.operations.settle(name, operation);
        return describe(await halt(context, await needInstance(context, name, operation), operation));
      }),

    restart: (name, operation = {}) =>
      work(name, operation, async () => {
        const settled = await context.operations.settle(name, operation);
        const instance = await needInstance(context, name, operation);
        // A restart of a dead worker counts: the machine is freshly booted, and not booted twice.
        const isDone = settled.some(({ description, succeeded }) => succeeded && description.startsWith('Restarting'));
        return describe(isDone ? instance : await reboot(context, instance, operation));
      }),

    destroy: (name, operation) =>
      work(name, operation, async () => {
        const arriving = await listArriving(context, name, operation?.signal);
        for (const one of [...arriving, name]) await removeInstance(context, one, operation?.signal);
      }),

    inspect: (name) =>
      work(name, undefined, async () => {
        const found = await findInstance(context, name, { withState: true });
        if (found) return describe(found);
        const complete = await findComplete(context, name);
        return complete && describe(complete, name);
      }),

    list: (operation) =>
      guard(operation, async () => {
        const { metadata } = await listInstances(context, 2, operation?.signal);
        const states = await Promise.all(metadata.map((instance) => describePresent(context, instance, metadata)));
        return states.filter((state) => state !== undefined);
      }),

    setAccess: (name, sshKeys, operation) =>
      work(name, operation, async () => {
        const instance = await needInstance(context, name, { signal: operation?.signal });
        await replaceKeys(context, instance, sshKeys, operation?.signal);
      }),

    setPassword: (name, password, operation) =>
      work(name, operation, () => setRootPassword(context, name, password, operation?.signal)),

    resize: (name, size, operation) =>
      work(name, operation, async () => {
        const resized = await resizeInstance(context, name, size, operation?.signal);
        return { ...(await describe(resized)), ...(isNetworkUnlimited(resized) ? { networkUnlimited: true } : {}) };
      }),

    setFirewall: (name, policy, operation) => work(name, operation, () => setPolicy(context, name, policy, operation)),

    setExtraAddresses: (name, addresses, operation) =>
      work(name, operation, () => setExtraAddresses(context, name, addresses, operation)),

    rebuild: (spec, operation) =>
      work(spec.name, operation, async () => describe(await rebuildInstance(context, spec, operation))),

    setRescue: (name, operation) =>
      work(name, operation, async () => {
        throw new EngineError('refused', 'This engine has no rescue system for its machines.');
      }),

    readConsole: (name) => work(name, undefined, () => readConsoleLog(context, name)),

    execute: (name, command, operation) =>
      work(name, operation, () => executeInside(context, name, command, operation)),

    openTerminal: (name, operation) => work(name, operation, () => openInstanceTerminal(context, name, operation)),

    adopt: (source, name, operation) =>
      work(name, operation, async () => {
        const { spec, instance } = await adoptInstance(context, source, name, operation);
        return { spec, state: await describe(instance) };
      }),

    listAdoptable: (operation) => guard(operation, () => listAdoptable(context, operation?.signal)),

    listNodes: (operation) => guard(operation, () => listNodes(context, operation?.signal)),

    tighten: (operation) => guard(operation, () => tightenInstances(context, operation?.signal)),

    sample: () => guard(undefined, sample),

    createSnapshot: (name, snapshot, operation) =>
      work(name, operation, () => createSnapshot(context, name, snapshot, operation)),

    readSettings: (name, operation) => work(name, operation, () => readSettings(context, name, operation?.signal)),

    restoreSnapshot: (spec, snapshot, settings, operation) =>
      work(spec.name, operation, async () =>
        describe(await restoreSnapshot(context, spec, snapshot, settings, operation?.signal)),
      ),

    removeSnapshot: (name, snapshot, operation) =>
      work(name, operation, () => removeSnapshot(context, name, snapshot, operation)),

    export: (name, operation) => work(name, operation, () => exportInstance(context, name, operation?.signal)),

    examine: (source, operation) =>
      withSource(source, () => guard(operation, () => examineArchive(source, operation?.signal))),

    import: (spec, source, operation) =>
      withSource(source, () =>
        work(spec.name, operation, async () => describe(await importInstance(context, spec, source, operation))),
      ),
  };
}

function openContext(options: IncusOptions): Context {
  const { project = 'hostler', profile = 'default', graceSeconds = 30, addressSeconds = 30 } = options;
  const client = createClient(options, project);
  let serverName: string | undefined;
  return {
    client,
    operations: createOperations(client),
    ...{ project, profile, graceSeconds, addressSeconds },
    imageServer: options.imageServer,
    compression: options.compression ?? 'zstd',
    cannot: new Set(),
    async serverName() {
      serverName ??= (await client.call<Server>('GET', '/1.0', { project: null })).metadata.environment?.server_name;
      return serverName ?? 'unknown';
    },
  };
}

async function guard<T>(operation: OperationOptions | undefined, run: () => Promise<T>): Promise<T> {
  operation?.signal?.throwIfAborted();
  try {
    return await run();
  } catch (error) {
    throw translateError(error, operation?.signal);
  }
}

/** An incoming machine does not count, unless it is complete and the one it replaces is gone. */
async function describePresent(
  context: Context,
  instance: Instance,
  all: readonly Instance[],
): Promise<VpsState | undefined> {
  if (!isArriving(instance.name)) return await describeInstance(context, instance);
  if (isOutOfReach(instance)) return undefined;
  const name = instance.config[notes.name];
  if (name === undefined || all.some((one) => one.name === name)) return undefined;
  const [next] = sortComplete(all.filter((one) => isArriving(one.name) && isOurs(one, name)));
  return next === instance ? await describeInstance(context, instance, name) : undefined;
}
