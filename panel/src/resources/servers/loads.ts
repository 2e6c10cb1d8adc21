import type { HostingMetrics } from '@hostler/sdk';
import type { Loads } from '../../session/generated/types.gen.ts';
import { panelApi } from '../../session/panel-api.ts';
import { collect } from './collect.ts';

/** Servers per request; the panel API accepts no more. */
const AT_MOST = 50;

/** By account. */
const collectors = new Map<number, (id: number) => Promise<HostingMetrics | null>>();

/** Reads the load of a server together with those of other servers on the page. Null if the server is unknown. */
export function readLoad(accountId: number, id: number): Promise<HostingMetrics | null> {
  let read = collectors.get(accountId);
  if (!read) {
    read = collect(AT_MOST, async (ids) => {
      const { loads } = await panelApi.get<Loads>('/hosting/loads', { account_id: accountId, ids: ids.join(',') });
      return new Map(loads.map((load) => [load.hosting_id, load]));
    });
    collectors.set(accountId, read);
  }
  return read(id);
}
