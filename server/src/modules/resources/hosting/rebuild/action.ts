import type { VpsDriver, VpsSpec } from '#engines/vps/driver.ts';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import type { ServerFollowers } from '../followers.ts';
import { change, ended, type Facts, type Found, isSettled, knownFrom, onMachine, settleFailure } from '../outcome.ts';
import { HOSTING_RESOURCE } from '../resource.ts';
import { dropUserData } from '../user-data/store.ts';

export interface RebuildInput {
  name: string;
  /** The machine with its new image and keys. */
  spec: VpsSpec;
  /** Random, so that a repeated run recognises its own result. */
  token: string;
}

interface Dependencies {
  vps: Pick<VpsDriver, 'rebuild' | 'inspect'>;
  followers: ServerFollowers | undefined;
  readUserData: ((name: string) => Promise<string | undefined>) | undefined;
}

/** Replaces the system of a VPS. The record is changed after the machine. */
export function rebuildAction(dependencies: Dependencies): ActionKind<RebuildInput, Facts, Found> {
  const { vps, followers, readUserData } = dependencies;
  return {
    type: 'hosting.rebuild',
    resource: HOSTING_RESOURCE,
    async run({ name, spec, token }, { signal }) {
      const userData = await readUserData?.(name);
      return await onMachine(vps.rebuild({ ...spec, userData }, { token, signal }));
    },
    *succeed(about, { spec }, facts) {
      yield* change(about, (row) => ({
        ...ended(row, 'rebuild'),
        ...knownFrom(facts),
        status: isSettled(row) ? row.status : facts.status,
        image: spec.image,
        ssh_keys: JSON.stringify(spec.sshKeys),
        rescue_since: null,
      }));
      yield* dropUserData(about.accountId, about.resourceId);
      if (!followers) return;
      yield* followers.tellRebuilt(about.accountId, about.resourceId, about.now);
      yield* followers.tellReplaced(about.accountId, about.resourceId, about.now);
    },
    inspect: async ({ name }) => (await vps.inspect(name))?.status ?? 'missing',
    *fail(about, _input, _error, found) {
      yield* settleFailure(about, 'rebuild', found);
      yield* dropUserData(about.accountId, about.resourceId);
      if (followers) yield* followers.tellReplaced(about.accountId, about.resourceId, about.now);
    },
    simulate: () => ({ status: 'running' }),
  };
}
