import { EngineError } from '../../engines/engine.ts';
import type { VpsDriver, VpsSpec } from '../../engines/vps/driver.ts';
import type { ActionKind } from '../actions/index.ts';
import { change, ended, type Facts, type Found, isSettled, knownFrom, settle, settleFailure, tell } from './outcome.ts';

interface Input {
  name: string;
  /** Put in by a failed run, for `fail`. */
  found?: Found;
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
  /** Does the work; where that fails, looks what it left behind, because the record must say what is true. */
  async function orLook<T>(input: Input, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      input.found = await vps.inspect(input.name).then(
        (state) => state?.status ?? 'missing',
        () => undefined,
      );
      throw error;
    }
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

  const start: ActionKind<Input, Facts> = {
    type: 'hosting.start',
    resource: 'hosting',
    run: (input, { signal }) => orLook(input, vps.start(input.name, { signal })),
    *succeed(about, _input, facts) {
      yield* settle(about, 'start', facts);
    },
    fail: (about, input) => settleFailure(about, 'start', input.found),
    simulate: () => ({ status: 'running' }),
  };

  const stop: ActionKind<Input, Facts> = {
    type: 'hosting.stop',
    resource: 'hosting',
    run: (input, { signal }) => orLook(input, vps.stop(input.name, { signal })),
    *succeed(about, _input, facts) {
      yield* settle(about, 'stop', facts);
    },
    fail: (about, input) => settleFailure(about, 'stop', input.found),
    simulate: () => ({ status: 'stopped' }),
  };

  const restart: ActionKind<Input, Facts> = {
    type: 'hosting.restart',
    resource: 'hosting',
    run: (input, { signal }) => orLook(input, vps.restart(input.name, { signal })),
    *succeed(about, _input, facts) {
      const hosting = yield* settle(about, 'restart', facts);
      if (hosting) yield* tell(about, 'hosting.restarted', hosting);
    },
    fail: (about, input) => settleFailure(about, 'restart', input.found),
    simulate: () => ({ status: 'running' }),
  };

  /** A suspended machine is a stopped one that its owner cannot start. */
  const suspend: ActionKind<SuspendInput, null> = {
    type: 'hosting.suspend',
    resource: 'hosting',
    async run(input, { signal }) {
      // One that was never made, or is lost, has nothing to be stopped.
      if (await vps.inspect(input.name)) await orLook(input, vps.stop(input.name, { signal }));
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
    fail: (about, input) => settleFailure(about, 'suspend', input.found),
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

  const terminate: ActionKind<Input, null> = {
    type: 'hosting.terminate',
    resource: 'hosting',
    async run(input, { signal }) {
      await orLook(input, vps.destroy(input.name, { signal }));
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
    fail: (about, input) => settleFailure(about, 'terminate', input.found),
    simulate: () => null,
  };

  return { create, start, stop, restart, suspend, unsuspend, terminate };
}
