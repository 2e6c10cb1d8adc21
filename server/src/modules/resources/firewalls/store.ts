import { foldForSearch, later, listedTable, number, type Query, type Row, sql, text } from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import { FIREWALL_ORDERS, type FirewallStatus } from './schemas.ts';

export const firewalls = listedTable('firewalls', {
  id: number(),
  name: text(),
  status: text<FirewallStatus>(),
  /** JSON arrays of rules. */
  inbound: text(),
  outbound: text(),
  error: later(text()),
  /** Counts the changes. A change is refused unless it is based on the latest revision. */
  revision: number(),
  created_at: number(),
  updated_at: number(),
});
export type FirewallRow = Row<typeof firewalls>;

/** Columns that can change after the creation. */
export type FirewallState = Pick<FirewallRow, 'name' | 'status' | 'inbound' | 'outbound' | 'error'>;

type Change = FirewallState & { account_id: number; id: number; revision: number; search_text: string; now: number };

const CHANGE = sql<Change, FirewallRow>(
  `update firewalls set name = :name, status = :status, inbound = :inbound, outbound = :outbound, error = :error,
     search_text = :search_text, updated_at = :now, revision = revision + 1
   where account_id = :account_id and id = :id and revision = :revision returning ${firewalls.columns}`,
);

export const firewallsLimit = defineLimit({
  name: 'firewalls',
  default: 50,
  what: 'firewalls',
  advice: 'Remove one',
  counts: { list: 'firewalls' },
});

export const listFirewalls = firewalls.listIn(FIREWALL_ORDERS);
export const findFirewall = firewalls.find;
export const deleteFirewall = firewalls.remove;

export function insertFirewall(
  accountId: number,
  { name, inbound, outbound }: Pick<FirewallState, 'name' | 'inbound' | 'outbound'>,
  now: number,
): Query<FirewallRow> {
  const row = { name, status: 'active', inbound, outbound, revision: 0, created_at: now, updated_at: now } as const;
  return firewalls.insert(accountId, row, { search: [name] });
}

/** Changes a firewall. Returns undefined if it was changed concurrently. */
export function changeFirewall(
  accountId: number,
  row: FirewallRow,
  changes: Partial<FirewallState>,
  now: number,
): Query<FirewallRow | undefined> {
  const { id, revision, name, status, inbound, outbound, error } = row;
  const state = { name, status, inbound, outbound, error, ...changes };
  const search_text = foldForSearch(state.name);
  return firewalls.change(
    accountId,
    row,
    CHANGE.one({ ...state, account_id: accountId, id, revision, search_text, now }),
  );
}
