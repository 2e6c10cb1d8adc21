import { escapeIdentifier } from 'pg';
import type { SqlBounds } from '../driver.ts';
import type { Administrator } from './administrator.ts';
import type { PostgresSession } from './session.ts';

/** The only limit that a session cannot lift itself. */
const fixed = 'temp_file_limit';
const lockMs = 500;

/**
 * Sets the limits of a role. All but one are defaults that sessions may change: settings of the customer stay, and
 * sessions that exceed the limits are ended from outside.
 */
export async function boundRole(
  session: PostgresSession,
  us: Administrator,
  username: string,
  bounds: SqlBounds,
): Promise<void> {
  const has = await readSettings(session, username);
  const wanted = writeBounds(bounds).filter(([name, value]) =>
    name === fixed ? us.mayLimitTemp && has.get(name) !== value : !has.has(name) && value !== '0',
  );
  if (wanted.length === 0) return;
  const role = escapeIdentifier(username);
  await session.transact([
    // The customer may be altering the role in an open transaction.
    `set local lock_timeout = '${lockMs}ms'`,
    ...wanted.map(([name, value]) => `alter role ${role} set ${name} = '${value}'`),
  ]);
}

function writeBounds(bounds: SqlBounds): [string, string][] {
  const { statementSeconds, idleTransactionSeconds, tempMb, workMemoryMb } = bounds;
  return [
    ['statement_timeout', inUnit(statementSeconds, 's')],
    ['idle_in_transaction_session_timeout', inUnit(idleTransactionSeconds, 's')],
    ['work_mem', inUnit(workMemoryMb, 'MB')],
    [fixed, tempMb === 0 ? '-1' : inUnit(tempMb, 'MB')],
  ];
}

function inUnit(amount: number, unit: string): string {
  return amount === 0 ? '0' : `${amount}${unit}`;
}

async function readSettings(session: PostgresSession, username: string): Promise<Map<string, string>> {
  const rows = await session.query<{ setting: string }>(
    `select unnest(setconfig) as setting from pg_db_role_setting join pg_roles on pg_roles.oid = setrole
     where setdatabase = 0 and rolname = $1`,
    [username],
  );
  return new Map(rows.map(({ setting }) => [setting.split('=')[0] ?? '', setting.slice(setting.indexOf('=') + 1)]));
}
