import { describeSqlBackups } from '@hostler/testing/contracts/sql-backups.ts';
import { describeSqlOutages, type OutageDialect } from '@hostler/testing/contracts/sql-outages.ts';
import { describeSqlServer, type RightsDialect } from '@hostler/testing/contracts/sql-server.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openPostgresServer } from '@hostler/testing/engines/postgresql.ts';

const dialect: RightsDialect & OutageDialect = {
  systemDatabases: ['postgres', 'template0', 'template1'],

  forbidden: ({ username }, { username: neighbour, database }) => [
    'create database another',
    'create role another',
    `alter role "${username}" superuser`,
    `alter role "${username}" createdb`,
    `alter role "${username}" connection limit 1000`,
    `set temp_file_limit = -1`,
    `alter role "${username}" set temp_file_limit = -1`,
    `comment on role "${username}" is 'mine'`,
    `set role "${neighbour}"`,
    'set role postgres',
    'set session authorization postgres',
    `grant "${neighbour}" to "${username}"`,
    `alter role "${neighbour}" password 'known'`,
    `drop role "${neighbour}"`,
    `drop database "${database}"`,
    `alter database "${database}" owner to "${username}"`,
    `alter database "${database}" set work_mem = '1MB'`,
    `grant connect on database "${database}" to public`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    `select pg_database_size('${database}')`,
    'select * from pg_authid',
    `select pg_read_file('/etc/passwd')`,
    `copy (select 1) to '/tmp/hostler-should-not-exist'`,
    `copy (select 1) to program 'true'`,
    'create extension file_fdw',
    'alter system set work_mem = 1000',
    `set log_statement = 'all'`,
    `create function f() returns int language internal as 'pg_backend_pid'`,
  ],

  fill: [
    'create schema "Other Schema"',
    `create type mood as enum ('sad', 'glad')`,
    'create domain percent as int check (value between 0 and 100)',
    'create extension hstore',
    `create table things (
       id bigint generated always as identity primary key, name text not null, price numeric(10, 2), at timestamptz,
       tags text[], data jsonb, bytes bytea, mood mood, span int4range, share percent, address inet, code uuid, pairs hstore,
       double_price numeric generated always as (price * 2) stored)`,
    `insert into things (name, price, at, tags, data, bytes, mood, span, share, address, code, pairs) values
       ('Grüße 世界 🚪 '' " \\ ', 12.34, '2026-01-02 03:04:05.678901+00', '{a,"b c",NULL}', '{"a": [1, null, "\\u00e4"]}',
        '\\x00ff275c0a', 'glad', '[1,5)', 50, '2001:db8::1', '00000000-0000-4000-8000-000000000001', 'k => "v"'),
       ('', null, null, null, null, null, null, null, null, null, null, null)`,
    'insert into things (name) select md5(n::text) from generate_series(1, 1000) n',
    `create table "Other Schema".children (
       id int primary key, thing bigint not null references things on delete cascade deferrable, unique (thing, id))`,
    'insert into "Other Schema".children values (1, 1), (2, 1)',
    `create index things_by_name on things (lower(name)) where price is not null`,
    'create view cheap as select id, name from things where price < 100',
    'create materialized view names as select name from things where id < 3',
    `create function shout(word text) returns text language plpgsql immutable as $body$ begin return upper(word); end $body$`,
    `create procedure clear_up() language sql as 'delete from things where id > 500'`,
    `create function stamp() returns trigger language plpgsql as $$ begin new.name := 'stamped'; return new; end $$`,
    'create trigger stamps before update on things for each row execute function stamp()',
    'create table parts (n int, at date) partition by range (at)',
    `create table parts_2026 partition of parts for values from ('2026-01-01') to ('2027-01-01')`,
    `insert into parts values (1, '2026-05-05')`,
    'create sequence counter start 40',
    `select nextval('counter'), nextval('counter')`,
    `select lo_from_bytea(424242, '\\x00ff00ff')`,
    `comment on table things is 'of all kinds'`,
    'create table guarded (n int)',
    'insert into guarded values (7)',
    `do $$ begin execute format('alter database %I set work_mem = %L', current_database(), '5MB');
                 execute format('alter database %I set search_path = public, "Other Schema"', current_database());
                 execute format('alter role %I in database %I set application_name = %L', current_user, current_database(), 'a, "b'' c');
     end $$`,
  ],

  inspect: [
    'select * from things order by id',
    'select * from "Other Schema".children order by id',
    'select * from cheap order by id',
    'select * from names order by name',
    `select shout('ä'), lo_get(424242), (select last_value from counter), (select n from parts)`,
    'select n from guarded',
    'show work_mem',
    'show search_path',
    'show application_name',
    'select extname from pg_extension order by 1',
    `select nspname, relname, relkind, obj_description(pg_class.oid), pg_get_userbyid(relowner) = current_user as mine
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'Other Schema') order by 1, 2`,
    `select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0 and connamespace <> 11 order by 1, 2`,
    `select indexdef from pg_indexes where schemaname in ('public', 'Other Schema') order by 1`,
    `select proname, prosrc, pg_get_userbyid(proowner) = current_user as mine from pg_proc
     where pronamespace = 'public'::regnamespace and prolang <> 13 order by 1`,
    'select tgname, tgenabled from pg_trigger where not tgisinternal order by 1',
  ],

  empty: [
    'drop schema "Other Schema" cascade',
    'drop schema public cascade',
    'create schema public',
    'select lo_unlink(424242)',
  ],

  async spoil({ server, database }) {
    await server.administer(
      `create function nothing() returns event_trigger language plpgsql as 'begin end';
       create event trigger nothing on ddl_command_end execute function nothing()`,
      database,
    );
  },

  longText: 'text',
  dumpProgram: 'pg_dump',

  steps: ['allow_connections false', 'COPY public', 'rename to', 'drop database if exists "hostler_old'],
};

describeWithService('postgres', 'PostgreSQL', (url) => {
  describeSqlServer('PostgreSQL', url, openPostgresServer, dialect);
  describeSqlBackups('PostgreSQL', url, openPostgresServer, dialect);
  describeSqlOutages('PostgreSQL', url, openPostgresServer, dialect);
});
