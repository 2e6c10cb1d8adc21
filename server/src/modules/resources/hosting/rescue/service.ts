import type { Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { randomBase62, type Vault } from '#kernel/crypto.ts';
import type { HostingActions } from '../actions.ts';
import { instanceName } from '../machine.ts';
import { refuseUnless, refuseWhileBusy } from '../state.ts';
import { changeHosting, findHosting, type Queued, queueWork } from '../work.ts';
import { errors } from './errors.ts';

const PASSWORD_LENGTH = 24;
interface Dependencies {
  actions: Pick<HostingActions, 'rescue'>;
  vault: Vault;
  vps: Pick<VpsDriver, 'capabilities'>;
}

type Rescued = Queued & { credentials: { user: string; password: string } | null };
export type RescueService = ReturnType<typeof createRescueService>;

export function createRescueService({ actions, vault, vps }: Dependencies) {
  /** Queues a reboot into the rescue system, with credentials that are returned once, or out of it. */
  function* set(accountId: number, id: number, enabled: boolean, now: number): Query<Rescued> {
    yield* findHosting(accountId, id);
    if (!vps.capabilities.has('rescue')) throw errors.engine_without_rescue();
    const hosting = yield* changeHosting(accountId, id, now, (row) => {
      refuseUnless(row, ['running', 'stopped'], 'rebooted for its rescue system');
      refuseWhileBusy(row);
      if (!enabled && row.rescue_since === null) throw errors.not_in_rescue_system();
      return { pending: 'rescue' };
    });
    const credentials = enabled ? { user: 'root', password: randomBase62(PASSWORD_LENGTH) } : null;
    const sealedPassword = credentials && vault.seal(credentials.password);
    const input = { name: instanceName(id), sealedPassword };
    return { ...(yield* queueWork(accountId, actions.rescue, hosting, input, now)), credentials };
  }

  return { set };
}
