import { describe, expect, it } from 'vitest';
import { readMariadbAddress } from './mariadb/address.ts';
import { formatPasswordLine, readPostgresAddress } from './postgresql/address.ts';

describe('the address of a PostgreSQL server', () => {
  it('is passed to tools without the password', () => {
    const address = readPostgresAddress(
      'postgres://admin:p%40ss@db.test:6432/postgres?sslmode=verify-full&sslrootcert=/ca.pem',
    );
    expect(address).toMatchObject({ host: 'db.test', port: 6432 });
    const env = address.toolEnv('guest', 'a1_shop');
    expect(env).toMatchObject({ PGHOST: 'db.test', PGPORT: '6432', PGUSER: 'guest', PGDATABASE: 'a1_shop' });
    expect(env).toMatchObject({ PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/ca.pem' });
    expect(JSON.stringify(env)).not.toContain('p@ss');
  });

  it('may be a socket, which customers do not see', () => {
    const address = readPostgresAddress('postgres://admin@localhost/postgres?host=/run/postgresql');
    expect(address).toMatchObject({ host: 'localhost', port: 5432 });
    expect(address.toolEnv('guest', 'a1_shop')).toMatchObject({ PGHOST: '/run/postgresql' });
  });

  it('escapes the separators of a password file', () => {
    expect(formatPasswordLine('user', 'a:b\\c')).toBe('*:*:*:user:a\\:b\\\\c\n');
  });
});

describe('the address of a MariaDB server', () => {
  it('may contain special characters and an IPv6 address', () => {
    const address = readMariadbAddress('mysql://ad%40min:p%3A%2Fss@[2001:db8::1]:3307/');
    expect(address).toMatchObject({
      host: '2001:db8::1',
      port: 3307,
      administrator: { user: 'ad@min', password: 'p:/ss' },
    });
  });

  it('is passed to tools in a file, with every value quoted', () => {
    const file = readMariadbAddress('mysql://admin:x@db.test/?ssl-ca=/ca.pem').optionFile({
      user: 'guest',
      password: 'a"b\\c#d',
    });
    expect(file.split('\n')).toEqual([
      '[client]',
      'user="guest"',
      'password="a\\"b\\\\c#d"',
      'host="db.test"',
      'port=3306',
      'protocol=tcp',
      'ssl-ca="/ca.pem"',
      'ssl-verify-server-cert',
      '',
    ]);
  });

  it('may be a socket', () => {
    const address = readMariadbAddress('mysql://admin:x@localhost/?socket=/run/mysqld.sock');
    expect(address.optionFile(address.administrator)).toContain('socket="/run/mysqld.sock"');
  });
});
