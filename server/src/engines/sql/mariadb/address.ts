import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'mysql2/promise';

export interface MariadbLogin {
  readonly user: string;
  readonly password: string;
}

/** Name and value of a tool option. */
export type ToolOption = readonly [name: string, value: string];

/** Address of the server, for `mysql2` and for the command line tools. */
export interface MariadbAddress {
  readonly host: string;
  readonly port: number;
  readonly administrator: MariadbLogin;
  connectionOptions(): Promise<ConnectionOptions>;
  /** Returns an option file for a tool. It contains the password, which must not be visible anywhere else. */
  optionFile(login: MariadbLogin, more?: readonly ToolOption[]): string;
}

/**
 * Parses `mysql://user:password@host:3306`. With `?ssl-ca=/path/ca.pem` the connection is encrypted and the server is
 * verified. With `?socket=/run/mysqld/mysqld.sock` it uses that socket.
 */
export function readMariadbAddress(adminUrl: string): MariadbAddress {
  const url = new URL(adminUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '') || 'localhost';
  const port = Number(url.port || '3306');
  const [socket, authority] = [url.searchParams.get('socket'), url.searchParams.get('ssl-ca')];
  return {
    host,
    port,
    administrator: { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    async connectionOptions() {
      const place = socket ? { socketPath: socket } : { host, port };
      return authority ? { ...place, ssl: { ca: await readFile(authority, 'utf8'), verifyIdentity: true } } : place;
    },
    optionFile({ user, password }, more = []) {
      const place = socket ? [`socket=${quote(socket)}`] : [`host=${quote(host)}`, `port=${port}`, 'protocol=tcp'];
      // Newer programs require a verifiable certificate by default.
      const tls = authority
        ? [`ssl-ca=${quote(authority)}`, 'ssl-verify-server-cert']
        : ['skip-ssl-verify-server-cert'];
      const others = more.map(([name, value]) => `${name}=${quote(value)}`);
      const lines = ['[client]', `user=${quote(user)}`, `password=${quote(password)}`, ...place, ...tls, ...others];
      return `${lines.join('\n')}\n`;
    },
  };
}

/** Quotes a value so that it cannot end its line: a customer may have chosen it. */
function quote(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${escaped}"`;
}
