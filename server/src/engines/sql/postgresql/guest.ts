import { randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { isOldGuest, nameGuest } from '../names.ts';
import { type Administrator, grantToUs } from './administrator.ts';
import { makeScramVerifier } from './scram.ts';
import type { PostgresSession } from './session.ts';

/** A role for one run of a tool on a customer's database. */
export interface Guest {
  readonly user: string;
  readonly password: string;
}

const loginWithin = '10 minutes';

/**
 * Creates a guest. A customer decides what runs inside their database: functions, triggers, defaults. A session with
 * more rights would lend them to the customer, and `set role` can be undone from inside. So tools log in as a role that
 * has the customer's rights only, and is dropped afterwards.
 */
export async function addGuest(
  session: PostgresSession,
  us: Administrator,
  { owners, readsHiddenRows = false }: { owners: readonly string[]; readsHiddenRows?: boolean },
): Promise<Guest> {
  await removeOldGuests(session);
  const [user, password] = [nameGuest(), randomBytes(24).toString('base64url')];
  const verifier = await makeScramVerifier(password);
  const bypass = readsHiddenRows && us.mayBypass ? 'bypassrls' : '';
  await session.transact([
    `create role ${escapeIdentifier(user)} login inherit ${bypass} connection limit 3
     password ${escapeLiteral(verifier)} valid until ${await readDeadline(session)}`,
    ...owners.map((owner) => `grant ${escapeIdentifier(owner)} to ${escapeIdentifier(user)}`),
    ...grantToUs(us, user),
  ]);
  return { user, password };
}

/** Extends the validity of a guest that must log in again after long work. */
export async function renewGuest(session: PostgresSession, { user }: Guest): Promise<void> {
  await session.query(`alter role ${escapeIdentifier(user)} valid until ${await readDeadline(session)}`);
}

async function readDeadline(session: PostgresSession): Promise<string> {
  const [time] = await session.query<{ until: string }>(`select (now() + interval '${loginWithin}')::text as until`);
  return escapeLiteral(time?.until ?? 'infinity');
}

export async function removeGuest(session: PostgresSession, { user }: Guest): Promise<void> {
  await session.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [user]);
  await session.query(`drop role if exists ${escapeIdentifier(user)}`);
}

/** Drops guests of dead processes. */
async function removeOldGuests(session: PostgresSession): Promise<void> {
  const idle = await session.query<{ rolname: string }>(
    `select rolname from pg_roles
     where rolname like 'hostler\\_guest\\_%' and rolname not in (select usename from pg_stat_activity where usename is not null)`,
  );
  for (const { rolname } of idle.filter((role) => isOldGuest(role.rolname))) {
    // A guest that objects still depend on is dropped later.
    await session.query(`drop role if exists ${escapeIdentifier(rolname)}`).catch(() => {});
  }
}
