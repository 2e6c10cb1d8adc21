import { EngineError } from '../../engines/engine.ts';
import type { VpsDriver, VpsSpec } from '../../engines/vps/driver.ts';
import type { ActionKind } from '../actions/index.ts';
import { change, ended, type Facts, type Found, isSettled, knownFrom, settle, settleFailure, tell } from './outcome.ts';

interface Input {
  name: string;
}

export interface CreateInput extends Input {
  spec: VpsSpec;
}

export interface SuspendInput extends Input {
  reason: string;
}

export interface UnsuspendInput extends Input {
  /** Whether it shall run again. */
  start: boolean;
}

export type HostingActions = ReturnType<typeof hostingActions>;

/** Every kind of work on a VPS. Work on one VPS is done in order, so each finds what the one before it left. */
export function hostingActions({ vps }: { vps: VpsDriver }) {
  async function look({ name }: Input): Promise<Found> {
    return (await vps.inspect(name))?.status ?? 'missing';
  }

  const create: ActionKind<CreateInput, Facts> = {
    type: 'hosting.create',
    resource: 'hosting',
    async run({ spec }, { signal }) {
      try {
        return await vps.create(spec, { signal });
      } catch (error) {
        // A half-made machine would hold an address for ever. One that is there and not ours is left alone.
        if (error instanceof EngineError && error.code === 'refused') await vps.destroy(spec.name).catch(() => {});
        throw error;
      }
    },
    *succeed(about, _input, facts) {
      const hosting = yield* settle(about, 'create', facts);
      if (hosting) yield* tell(about, 'hosting.created', hosting);
    },
    *fail(about) {
      yield* change(about, (row) => ({ ...ended(row, 'create'), status: isSettled(row) ? row.status : 'error' }));
    },
    simulate: () => ({ status: 'running', node: 'sandbox', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] }),
  };

  const start: ActionKind<Input, Facts, Found> = {
    type: 'hosting.start',
    resource: 'hosting',
    run: ({ name }, { signal }) => vps.start(name, { signal }),
    *succeed(about, _input, facts) {
      yield* settle(about, 'start', facts);
    },
    look,
    fail: (about, _input, _error, found) => settleFailure(about, 'start', found),
    simulate: () => ({ status: 'running' }),
  };

  const stop: ActionKind<Input, Facts, Found> = {
    type: 'hosting.stop',
    resource: 'hosting',
    run: ({ name }, { signal }) => vps.stop(name, { signal }),
    *succeed(about, _input, facts) {
      yield* settle(about, 'stop', facts);
    },
    look,
    fail: (about, _input, _error, found) => settleFailure(about, 'stop', found),
    simulate: () => ({ status: 'stopped' }),
  };

  const restart: ActionKind<Input, Facts, Found> = {
    type: 'hosting.restart',
    resource: 'hosting',
    run: ({ name }, { signal }) => vps.restart(name, { signal }),
    *succeed(about, _input, facts) {
      const hosting = yield* settle(about, 'restart', facts);
      if (hosting) yield* tell(about, 'hosting.restarted', hosting);
    },
    look,
    fail: (about, _input, _error, found) => settleFailure(about, 'restart', found),
    simulate: () => ({ status: 'running' }),
  };

  /** A suspended machine is a stopped one that its owner cannot start. */
  const suspend: ActionKind<SuspendInput, null, Found> = {
    type: 'hosting.suspend',
    resource: 'hosting',
    async run({ name }, { signal }) {
      // One that was never made, or is lost, has nothing to be stopped.
      if (await vps.inspect(name)) await vps.stop(name, { signal });
      return null;
    },
    *succeed(about, { reason }) {
      const hosting = yield* change(about, (row) => ({
        ...ended(row, 'suspend'),
        status: 'suspended',
        status_before: row.status === 'suspended' ? row.status_before : row.status,
        suspended_at: about.now,
        suspension_reason: reason,
      }));
      if (hosting) yield* tell(about, 'hosting.suspended', hosting);
    },
    look,
    fail: (about, _input, _error, found) => settleFailure(about, 'suspend', found),
    simulate: () => null,
  };

  const unsuspend: ActionKind<UnsuspendInput, Facts | null> = {
    type: 'hosting.unsuspend',
    resource: 'hosting',
    run: async ({ name, start: shallRun }, { signal }) =>
      (shallRun ? await vps.start(name, { signal }) : await vps.inspect(name)) ?? null,
    *succeed(about, _input, facts) {
      yield* change(about, (row) => ({
        ...ended(row, 'unsuspend'),
        ...(facts ? knownFrom(facts) : {}),
        status: facts?.status ?? 'error',
        status_before: null,
        suspended_at: null,
        suspension_reason: null,
      }));
    },
    *fail(about) {
      yield* change(about, (row) => ended(row, 'unsuspend'));
    },
    simulate: ({ start: shallRun }) => ({ status: shallRun ? 'running' : 'stopped' }),
  };

  const terminate: ActionKind<Input, null, Found> = {
    type: 'hosting.terminate',
    resource: 'hosting',
    waitsForEngine: true,
    async run({ name }, { signal }) {
      await vps.destroy(name, { signal });
      return null;
    },
    *succeed(about) {
      yield* change(about, () => ({
        status: 'terminated',
        pending: null,
        status_before: null,
        node: null,
        ipv4: '[]',
        ipv6: '[]',
      }));
    },
    look,
    fail: (about, _input, _error, found) => settleFailure(about, 'terminate', found),
    simulate: () => null,
  };

  return { create, start, stop, restart, suspend, unsuspend, terminate };
}
