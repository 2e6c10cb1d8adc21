import type { Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { HostingActions } from '../actions.ts';
import { instanceName } from '../machine.ts';
import { isEnding, isUncreated } from '../state.ts';
import { changeHosting, findHosting } from '../store.ts';
import { queueWork } from '../work.ts';

interface Dependencies {
  actions: Pick<HostingActions, 'throttle'>;
  vps: Pick<VpsDriver, 'capabilities'>;
}

export type ThrottleService = ReturnType<typeof createThrottleService>;

export function createThrottleService({ actions, vps }: Dependencies) {
  /**
   * Limits the network of a server, or ends the limit (null). The action applies the record as it is then, so it is in
   * order with resizes. Returns false if nothing changes: the limit is set already, the server is ending, or its record
   * was changed concurrently; the caller tries again.
   */
  function* set(accountId: number, id: number, mbps: number | null, now: number): Query<boolean> {
    const row = yield* findHosting(accountId, id);
    if (!row || row.throttled_mbps === mbps || isEnding(row) || isUncreated(row)) return false;
    if (!vps.capabilities.has('resize')) return false;
    const changed = yield* changeHosting(accountId, row, { throttled_mbps: mbps }, now);
    if (!changed) return false;
    yield* queueWork(accountId, actions.throttle, changed, { name: instanceName(id) }, now);
    return true;
  }

  /**
   * Applies the recorded limit, or its absence, once more. Returns false if there is no machine that could have it.
   */
  function* repeat(accountId: number, id: number, now: number): Query<boolean> {
    const row = yield* findHosting(accountId, id);
    if (!row || isEnding(row) || isUncreated(row)) return false;
    yield* queueWork(accountId, actions.throttle, row, { name: instanceName(id) }, now);
    return true;
  }

  return { set, repeat };
}
