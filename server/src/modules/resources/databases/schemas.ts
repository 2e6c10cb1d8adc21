import { type SqlAccess, sqlEngines } from '#engines/sql/driver.ts';
import { ActionId, CreatedAt, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { fieldErrors } from './errors.ts';

export const DATABASE_STATUSES = ['creating', 'active', 'restoring', 'error'] as const;
export type DatabaseStatus = (typeof DATABASE_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const DATABASE_ORDERS = {
  created_at: 'id',
  name: '{folded name}',
  status: 'status',
  size_bytes: 'size_bytes',
} as const;
const DATABASE_ACCESS = ['full', 'read_only', 'closed'] as const satisfies SqlAccess[];
const NAME_PATTERN = '^[a-z][a-z0-9_]{0,47}$';

const databaseFields = {
  id: OwnId,
  name: Type.String({ description: 'Name of the database, unique in the account.', examples: ['shop'] }),
  engine: OneOf(sqlEngines, { description: 'Database engine.' }),
  version: Nullable(
    Type.String({
      description: 'Version of the database server; null until the database is created.',
      examples: ['17.6'],
    }),
  ),
  status: OneOf(DATABASE_STATUSES, {
    description: 'Status of the database. A new database is `creating` until it can be used.',
  }),
  host: Type.String({ description: 'Hostname of the database server.', examples: ['postgresql.example.net'] }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port of the database server.', examples: [5432] }),
  username: Type.String({
    description: 'User name, and also the name of the database on the server. It never changes.',
    examples: ['a12kdtwqb_shop'],
  }),
  size_bytes: Type.Integer({
    minimum: 0,
    description: 'Size on disk in bytes at the last measurement.',
    examples: [7_700_000],
  }),
  access: OneOf(DATABASE_ACCESS, {
    description:
      'Permissions of the database user. `read_only`: the database exceeds the limit `database_bytes`. `closed`: the database kept growing beyond the limit, or the account is suspended.',
  }),
  created_at: CreatedAt,
};

export const Database = Resource('Database', 'A database.', databaseFields);
export type Database = Static<typeof Database>;

const secretFields = {
  password: Type.String({
    description: 'Password of the database user. It is returned once and cannot be read again.',
    examples: ['a password of 32 letters and digits'],
  }),
  uri: Type.String({
    description: 'Connection URI, including the password.',
    examples: ['postgresql://a12kdtwqb_shop:password@postgresql.example.net:5432/a12kdtwqb_shop'],
  }),
};

export const DatabaseWithPassword = Resource('DatabaseWithPassword', 'A database with its credentials.', {
  ...databaseFields,
  ...secretFields,
});
export type DatabaseWithPassword = Static<typeof DatabaseWithPassword>;

export const DatabaseWithNewPassword = Resource(
  'DatabaseWithNewPassword',
  'A database with its new credentials and the queued action.',
  {
    ...databaseFields,
    ...secretFields,
    action_id: ActionId,
  },
);

export const NewDatabase = Type.Object({
  name: Type.String({
    pattern: NAME_PATTERN,
    description:
      'Name of the database, unique in the account: a lower-case letter, followed by up to 47 lower-case letters, digits or underscores.',
    examples: ['shop'],
    'x-hint': fieldErrors.database_name_malformed,
  }),
  engine: Type.Optional(
    OneOf([...sqlEngines, 'mysql'], {
      description: 'Database engine. `mysql` is an alias for `mariadb`.',
      default: 'postgresql',
    }),
  ),
});
export type NewDatabase = Static<typeof NewDatabase>;
