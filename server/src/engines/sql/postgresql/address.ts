/** Address of the server, for `pg` and for the command line tools. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  /** Returns the URL for another user and database; by default that of the administrator. */
  urlFor(login?: { user: string; password: string; database: string }): string;
  /** Returns the environment of a tool, without the password. */
  toolEnv(user: string, database: string): Record<string, string>;
}

/** Connection parameters of the URL, and the corresponding variables of the tools. */
const toolVariables: Record<string, string> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

export function readPostgresAddress(adminUrl: string): PostgresAddress {
  const url = new URL(adminUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '') || 'localhost';
  /** May be the folder of a socket, which customers cannot use. */
  const place = url.searchParams.get('host') ?? host;
  const port = Number(url.port || '5432');
  return {
    host,
    port,
    urlFor(login) {
      if (!login) return adminUrl;
      const own = new URL(adminUrl);
      own.username = login.user;
      own.password = login.password;
      own.pathname = `/${login.database}`;
      return own.href;
    },
    toolEnv(user, database) {
      const given = Object.entries(toolVariables).flatMap(([parameter, variable]) => {
        const value = url.searchParams.get(parameter);
        return value === null ? [] : [[variable, value]];
      });
      return {
        PGHOST: place,
        PGPORT: String(port),
        PGUSER: user,
        PGDATABASE: database,
        PGCONNECT_TIMEOUT: '10',
        PGAPPNAME: 'hostler',
        ...Object.fromEntries(given),
      };
    },
  };
}

/** Returns a line of a password file, which replaces the prompt. */
export function formatPasswordLine(user: string, password: string): string {
  return `*:*:*:${[user, password].map((field) => field.replace(/[\\:]/g, '\\$&')).join(':')}\n`;
}
