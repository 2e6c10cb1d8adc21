import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'mysql2/promise';

export interface MariadbLogin {
  readonly user: string;
  readonly password: string;
}

/** Name and value of an option of a tool's own. */
export type ToolOption = readonly [name: string, value: string];

/** Where the server is and how to speak to it, as `mysql2` takes it and as its tools want it said. */
export interface MariadbAddress {
  readonly host: string;
  readonly port: number;
  readonly administrator: MariadbLogin;
  connectionOptions(): Promise<ConnectionOptions>;
  /** An option file for a tool; the password is in there, and nowhere else where others could see it. */
  optionFile(login: MariadbLogin, more?: readonly ToolOption[]): string;
}

/**
 * `mysql://user:password@host:3306`; with `?ssl-ca=/path/ca.pem` the connection is encrypted and the server has to
 * prove its name, with `?socket=/run/mysqld/mysqld.sock` it goes over that.
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
      // Newer programs insist on a certificate that they can check, unless told.
      const tls = authority
        ? [`ssl-ca=${quote(authority)}`, 'ssl-verify-server-cert']
        : ['skip-ssl-verify-server-cert'];
      const others = more.map(([name, value]) => `${name}=${quote(value)}`);
      const lines = ['[client]', `user=${quote(user)}`, `password=${quote(password)}`, ...place, ...tls, ...others];
      return `${lines.join('\n')}\n`;
    },
  };
}

/** A value may be what a customer chose: it never ends its line. */
function quote(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${escaped}"`;
}
