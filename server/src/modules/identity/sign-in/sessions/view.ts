import type { PanelCaller, ViewedAccount } from '#kernel/http/caller.ts';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import { nameDevice } from './device.ts';
import { CONFIRMED_MS } from './lifetimes.ts';
import type { ListedSession } from './store.ts';

export function viewSession(row: ListedSession, { session }: PanelCaller) {
  return {
    id: row.id,
    current: row.id === session.id,
    device: nameDevice(row.device),
    address: row.last_seen_from ?? row.address,
    created_at: formatTime(row.created_at),
    last_seen_at: formatTime(row.last_seen_at ?? row.created_at),
    expires_at: formatTime(Math.min(row.idle_ends_at, row.ends_at)),
  };
}

export function viewTimes({ session: { id, confirmedAt, endsAt } }: PanelCaller) {
  return { id, confirmed_until: formatOptionalTime(endOfConfirmation(confirmedAt)), expires_at: formatTime(endsAt) };
}

/** The session of staff who view an account: its only account is the viewed one. */
export function viewCurrentView(caller: PanelCaller, viewed: ViewedAccount) {
  const { id, name, email } = caller.person;
  return {
    person: { id, name, email, staff_role: null },
    accounts: [viewed],
    session: viewTimes(caller),
    second_factor: true,
  };
}

function endOfConfirmation(confirmedAt: number | null): number | null {
  return confirmedAt === null ? null : confirmedAt + CONFIRMED_MS;
}
