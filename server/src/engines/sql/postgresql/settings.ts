import { escapeIdentifier, escapeLiteral } from 'pg';
import type { PostgresSession } from './session.ts';

/**
 * Copies settings of `alter database … set` to the database that replaces the old one, because an archive does not
 * contain them. Uses the owner's rights; settings that only the operator can make are left to the operator.
 */
export async function copySettings(
  session: PostgresSession,
  { from, to, owner }: { from: string; to: string; owner: string },
): Promise<void> {
  const settings = await session.query<{ of_role: boolean; setting: string }>(
    `select setrole <> 0 as of_role, unnest(setconfig) as setting
     from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
     where datname = $1 and setrole in (0, $2::regrole)`,
    [from, escapeIdentifier(owner)],
  );
  for (const { of_role, setting } of settings) {
    const [name, value] = splitOnce(setting, '=');
    const target = of_role
      ? `role ${escapeIdentifier(owner)} in database ${escapeIdentifier(to)}`
      : `database ${escapeIdentifier(to)}`;
    const parameter = name.split('.').map(escapeIdentifier).join('.');
    await session
      .transact([
        `set local role ${escapeIdentifier(owner)}`,
        // Through the session, so that values need no quoting for their parameter.
        `select set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, true)`,
        `alter ${target} set ${parameter} from current`,
      ])
      .catch(() => {});
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}
