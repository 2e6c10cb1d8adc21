import type { Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { randomBase62, type Vault } from '#kernel/crypto.ts';
import { conflict } from '#kernel/errors.ts';
import type { HostingActions } from '../actions.ts';
import { instanceName } from '../machine.ts';
import { refuseUnless, refuseWhileBusy } from '../state.ts';
import { changeHosting, type Queued, queueWork } from '../work.ts';

const PASSWORD_LENGTH = 24;

interface Dependencies {
  actions: Pick<HostingActions, 'password'>;
  vault: Vault;
  vps: Pick<VpsDriver, 'capabilities'>;
}

export type PasswordService = ReturnType<typeof createPasswordService>;

export function createPasswordService({ actions, vault, vps }: Dependencies) {
  /** Queues a new root password. It is returned once and otherwise kept only encrypted, until the action has ended. */
  function* reset(accountId: number, id: number, now: number): Query<Queued & { password: string }> {
    if (!vps.capabilities.has('password')) {
      throw conflict('The engine of this VPS cannot set passwords. Replace the SSH keys instead.');
    }
    const hosting = yield* changeHosting(accountId, id, now, (row) => {
      refuseUnless(row, ['running'], 'given a new password');
      refuseWhileBusy(row);
      return { pending: 'password' };
    });
    const password = randomBase62(PASSWORD_LENGTH);
    const input = { name: instanceName(id), sealedPassword: vault.seal(password) };
    return { ...(yield* queueWork(accountId, actions.password, hosting, input, now)), password };
  }

  return { reset };
}
