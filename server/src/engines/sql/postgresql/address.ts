/** Where the server is and how to speak to it: one URL, as `pg` takes it and as its tools want it said. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  /** The same address for another user and another database; by default the administrator's own. */
  urlFor(login?: { user: string; password: string; database: string }): string;
  /** For the environment of a tool, without the password. */
  toolEnv(user: string, database: string): Record<string, string>;
}

/** Parameters of the URL that concern the connection itself, and the variable that tells a tool the same. */
const toolVariables: Record<string, string> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

export function readPostgresAddress(adminUrl: string): PostgresAddress {
  const url = new URL(adminUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '') || 'localhost';
  /** Maybe the folder of a socket, which is no place for customers. */
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

/** A line of a password file, which is read in place of a prompt. */
export function formatPasswordLine(user: string, password: string): string {
  return `*:*:*:${[user, password].map((field) => field.replace(/[\\:]/g, '\\$&')).join(':')}\n`;
}
