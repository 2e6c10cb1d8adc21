import type { VpsDriver } from '#engines/vps/driver.ts';
import type { Vault } from '#kernel/crypto.ts';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import { change, ended, type Facts, type Found, isSettled, knownFrom, onMachine, settleFailure } from '../outcome.ts';
import { HOSTING_RESOURCE } from '../resource.ts';

export interface RescueInput {
  name: string;
  /** Encrypted password of the rescue system. Null to leave it. */
  sealedPassword: string | null;
}

interface Dependencies {
  vps: Pick<VpsDriver, 'setRescue' | 'inspect'>;
  vault: Vault | undefined;
}

/** Boots a VPS into its rescue system, or from its disk again. */
export function rescueAction({ vps, vault }: Dependencies): ActionKind<RescueInput, Facts, Found> {
  return {
    type: 'hosting.rescue',
    resource: HOSTING_RESOURCE,
    async run({ name, sealedPassword }, { signal }) {
      if (!vault) throw new Error('a password needs the vault');
      const password = sealedPassword === null ? null : vault.open(sealedPassword);
      return await onMachine(vps.setRescue(name, { password, signal }));
    },
    *succeed(about, { sealedPassword }, facts) {
      yield* change(about, (row) => ({
        ...ended(row, 'rescue'),
        ...knownFrom(facts),
        status: isSettled(row) ? row.status : facts.status,
        rescue_since: sealedPassword === null ? null : about.now,
      }));
    },
    inspect: async ({ name }) => (await vps.inspect(name))?.status ?? 'missing',
    fail: (about, _input, _error, found) => settleFailure(about, 'rescue', found),
    simulate: () => ({ status: 'running' }),
  };
}
