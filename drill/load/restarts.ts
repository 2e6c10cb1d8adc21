import { callApi } from './api.ts';
import type { Customer } from './customer.ts';
import type { Ledger } from './ledger.ts';
import { insist } from './load.ts';

interface Action {
  status: 'queued' | 'running' | 'succeeded' | 'failed';
}

/** Requests a restart of each of these servers. Returns the ids of the actions. */
export function requestRestarts(
  url: string,
  { key }: Customer,
  servers: readonly number[],
  ledger: Ledger,
): Promise<number[]> {
  const request = async (server: number) => {
    const entry = ledger.open('restart');
    const path = `/hosting/restart?id=${server}`;
    const { data } = await insist(ledger, () =>
      callApi<{ action_id: number }>(url, path, { key, idempotencyKey: entry.name }),
    );
    ledger.acknowledge(entry, data.action_id);
    return data.action_id;
  };
  return Promise.all(servers.map(request));
}

export async function areDone(url: string, { key }: Customer, actions: readonly number[]): Promise<boolean> {
  const states = await Promise.all(
    actions.map(async (id) => (await callApi<Action>(url, `/actions/show?id=${id}`, { key })).data.status),
  );
  if (states.includes('failed')) throw new Error('A restart failed.');
  return states.every((status) => status === 'succeeded');
}
