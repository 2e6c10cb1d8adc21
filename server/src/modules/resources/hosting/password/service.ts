import type { Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { randomBase62, type Vault } from '#kernel/crypto.ts';
import type { HostingActions } from '../actions.ts';
import { instanceName } from '../machine.ts';
import { refuseUnless, refuseWhileBusy } from '../state.ts';
import { changeHosting, type Queued, queueWork } from '../work.ts';
import { errors } from './errors.ts';

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
      throw errors.engine_without_passwords();
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
