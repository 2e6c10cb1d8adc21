import { expect, it } from 'vitest';
import { createMariadbServer } from '#engines/sql/mariadb.ts';
import { createPostgresqlServer } from '#engines/sql/postgresql.ts';
import type { DatabaseRow } from './store.ts';
import { createDatabaseView } from './view.ts';

const row: DatabaseRow = {
  id: 1,
  name: 'shop',
  engine: 'mariadb',
  version: null,
  status: 'creating',
  username: 'a1_shop',
  size_bytes: 0,
  access: 'full',
  created_at: 0,
};

it('puts an IPv6 address of a server in brackets in the URI', () => {
  const { viewWithPassword } = createDatabaseView({
    postgresql: createPostgresqlServer({ adminUrl: 'postgres://admin@[2001:db8::5]/postgres' }),
    mariadb: createMariadbServer({ adminUrl: 'mysql://admin@db.test', endpoint: { host: '2001:db8::1', port: 3307 } }),
  });
  expect(viewWithPassword(row, 'secret')).toMatchObject({
    host: '2001:db8::1',
    uri: 'mysql://a1_shop:secret@[2001:db8::1]:3307/a1_shop',
  });
  const { uri } = viewWithPassword({ ...row, engine: 'postgresql' }, 'secret');
  expect(new URL(uri)).toMatchObject({ hostname: '[2001:db8::5]', port: '5432', pathname: '/a1_shop' });
});
