import type { Database } from '@hostler/sdk';
import { quoteForShell } from '../../../parts/shell-text.ts';

type Place = Pick<Database, 'engine' | 'host' | 'port' | 'username'>;

/** Returns a shell command that connects to the database. Without a password the client asks for it. */
export function writeConnectLine({ engine, host, port, username }: Place, password?: string): string {
  const words =
    engine === 'postgresql'
      ? [
          ...(password === undefined ? [] : [`PGPASSWORD=${quoteForShell(password)}`]),
          `psql --host=${host} --port=${port} --username=${username} ${username}`,
        ]
      : [
          `mariadb --host=${host} --port=${port} --user=${username}`,
          password === undefined ? '--password' : `--password=${quoteForShell(password)}`,
          username,
        ];
  return words.join(' ');
}
