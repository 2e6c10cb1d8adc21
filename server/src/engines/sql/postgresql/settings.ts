import { escapeIdentifier, escapeLiteral } from 'pg';
import type { PostgresSession } from './session.ts';

/**
 * Gives a database what its owner set with `alter database … set` on the one whose place it takes: an archive does not
 * hold that. Done with the owner's rights; what only the operator can set is left for the operator.
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
        // Through the session itself, so that no value has to be quoted as its parameter wants it.
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
