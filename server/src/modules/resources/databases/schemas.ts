import { type SqlAccess, sqlEngines } from '../../../engines/sql/driver.ts';
import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';

export const DATABASE_STATUSES = ['creating', 'active', 'restoring', 'error'] as const;
export type DatabaseStatus = (typeof DATABASE_STATUSES)[number];
const DATABASE_ACCESS = ['full', 'read_only', 'closed'] as const satisfies SqlAccess[];
const NAME_PATTERN = '^[a-z][a-z0-9_]{0,47}$';

const databaseFields = {
  id: Id('Assigned by the service.'),
  name: Type.String({ description: 'As the account calls it.', examples: ['shop'] }),
  engine: OneOf(sqlEngines, { description: 'The kind of server it lives on.' }),
  version: Nullable(Type.String({ description: 'Of the server; null until it is made.', examples: ['17.6'] })),
  status: OneOf(DATABASE_STATUSES, { description: 'A new database is creating until its server has it.' }),
  host: Type.String({ description: 'Where to connect to.', examples: ['postgresql.hostler.example'] }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, examples: [5432] }),
  username: Type.String({ description: 'Also the real name of the database on its server.', examples: ['a12_shop'] }),
  size_bytes: Type.Integer({ minimum: 0, description: 'On disk, measured now and then.', examples: [7_700_000] }),
  access: OneOf(DATABASE_ACCESS, {
    description:
      'What its user can do: `read_only` when it is larger than the limit `database_bytes`, `closed` when it went on growing.',
  }),
  created_at: DateTime('When it was made.'),
};

export const Database = Resource('Database', databaseFields);
export type Database = Static<typeof Database>;

const secretFields = {
  password: Type.String({
    description: 'Shown in this answer only.',
    examples: ['a password of 32 letters and digits'],
  }),
  uri: Type.String({
    description: 'All that a client needs to connect, the password included.',
    examples: ['postgresql://a12_shop:password@postgresql.hostler.example:5432/a12_shop'],
  }),
};

export const DatabaseWithPassword = Resource('DatabaseWithPassword', { ...databaseFields, ...secretFields });
export type DatabaseWithPassword = Static<typeof DatabaseWithPassword>;

export const DatabaseWithNewPassword = Resource('DatabaseWithNewPassword', {
  ...databaseFields,
  ...secretFields,
  action_id: Id('The queued work; follow it at /actions/show.'),
});

export const NewDatabase = Type.Object({
  name: Type.String({
    pattern: NAME_PATTERN,
    description: 'A small letter, then up to 47 small letters, digits and underscores. Unique in the account.',
    examples: ['shop'],
    'x-hint': 'must be a small letter, then up to 47 small letters, digits or underscores.',
  }),
  engine: Type.Optional(
    OneOf([...sqlEngines, 'mysql'], {
      description: 'The kind of server; `mysql` is taken as `mariadb`.',
      default: 'postgresql',
    }),
  ),
});
export type NewDatabase = Static<typeof NewDatabase>;
