import type { VpsDriver } from '#engines/vps/driver.ts';
import type { Vault } from '#kernel/crypto.ts';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import { change, ended, type Found, onMachine, settleFailure } from '../outcome.ts';
import { HOSTING_RESOURCE } from '../resource.ts';

export interface PasswordInput {
  name: string;
  /** Encrypted. Erased with the action's input when the action ends. */
  sealedPassword: string;
}

interface Dependencies {
  vps: Pick<VpsDriver, 'setPassword' | 'inspect'>;
  vault: Vault | undefined;
}

/** Sets the password of root inside the machine. */
export function passwordAction({ vps, vault }: Dependencies): ActionKind<PasswordInput, null, Found> {
  return {
    type: 'hosting.password',
    resource: HOSTING_RESOURCE,
    async run({ name, sealedPassword }, { signal }) {
      if (!vault) throw new Error('a password needs the vault');
      await onMachine(vps.setPassword(name, vault.open(sealedPassword), { signal }));
      return null;
    },
    *succeed(about) {
      yield* change(about, (row) => ended(row, 'password'));
    },
    inspect: async ({ name }) => (await vps.inspect(name))?.status ?? 'missing',
    fail: (about, _input, _error, found) => settleFailure(about, 'password', found),
    simulate: () => null,
  };
}
