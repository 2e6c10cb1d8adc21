import { describeSqlBackups } from '@hostler/testing/contracts/sql-backups.ts';
import { describeSqlOutages, type OutageDialect } from '@hostler/testing/contracts/sql-outages.ts';
import { describeSqlServer, type RightsDialect } from '@hostler/testing/contracts/sql-server.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openMariadbServer } from '@hostler/testing/engines/mariadb.ts';

/** A program that reads a dump line by line could run the second line as its own command. */
const oddTable = "`odd `` ' name\n\\! touch /tmp/hostler-should-not-exist`";

const dialect: RightsDialect & OutageDialect = {
  systemDatabases: ['mysql', 'sys', 'performance_schema'],

  forbidden: ({ database: own, username }, { database, username: neighbour }) => [
    'create database another',
    `create database ${own}2`,
    `create user 'another'@'%'`,
    `drop user '${neighbour}'@'%'`,
    `grant all on \`${own}\`.* to '${neighbour}'@'%'`,
    `grant super on *.* to '${username}'@'%'`,
    `alter user '${username}'@'%' with max_user_connections 1000`,
    `alter user '${username}'@'%' with max_statement_time 0`,
    `set password for '${neighbour}'@'%' = password('known')`,
    `select * from \`${database}\`.secrets`,
    `insert into \`${database}\`.secrets values ('x')`,
    `drop database \`${database}\``,
    `create view peek as select * from \`${database}\`.secrets`,
    `create trigger peek before insert on \`${database}\`.secrets for each row set @a = 1`,
    'select * from mysql.global_priv',
    'select * from mysql.proc',
    `select 1 into outfile '/tmp/hostler-should-not-exist'`,
    `load data infile '/etc/passwd' into table nothing`,
    `create definer = root@localhost procedure p() select 1`,
    `create definer = '${neighbour}'@'%' procedure p() select 1`,
    `create function f returns string soname 'x.so'`,
    `install soname 'x'`,
    'set global general_log = 1',
    'set session sql_log_bin = 0',
    'flush privileges',
    'shutdown',
  ],

  fill: [
    `create table things (
       id bigint unsigned auto_increment primary key, name varchar(100) collate utf8mb4_bin not null, price decimal(10, 2),
       at datetime(6), stamp timestamp null, data json, bytes longblob, mood enum('sad', 'glad'), flags set('a', 'b'),
       bits bit(9), spot point, doubled decimal(12, 2) generated always as (price * 2) stored,
       upper_name varchar(100) generated always as (upper(name)) virtual,
       key by_name (name), fulltext key words (name))`,
    `insert into things (name, price, at, stamp, data, bytes, mood, flags, bits, spot) values
       ('Grüße 世界 🚪 '' " \\\\ \\n', 12.34, '2026-01-02 03:04:05.678901', '2026-01-02 03:04:05',
        '{"a": [1, null, "ä"]}', x'00ff275c0a0d1a22', 'glad', 'a,b', b'100000001', point(1, 2)),
       ('', null, null, null, null, null, null, null, null, null)`,
    'insert into things (name) select md5(seq) from seq_1_to_1000',
    `create table children (id int primary key, thing bigint unsigned not null,
       constraint belongs foreign key (thing) references things (id) on delete cascade, check (id < 100))`,
    'insert into children values (1, 1), (2, 1)',
    'create sequence counter start with 40 increment by 2',
    'create table numbered (n int default nextval(counter), word varchar(10))',
    `insert into numbered (word) values ('a'), ('b')`,
    'create table kept_in_aria (n int) engine = Aria',
    'insert into kept_in_aria values (5)',
    'create table kept_in_myisam (n int) engine = MyISAM',
    'insert into kept_in_myisam values (6)',
    'create table with_history (n int) with system versioning',
    'insert into with_history values (1)',
    'update with_history set n = 2',
    'create table parts (n int) partition by hash (n) partitions 3',
    'insert into parts values (1), (2), (3)',
    `create table ${oddTable} (${oddTable.replace('name', 'column')} int)`,
    'create function shout(word varchar(20)) returns varchar(20) deterministic return upper(word)',
    `create procedure clear_up() begin delete from things where id > 500; end`,
    // Ordered by name, this one comes before the one it depends on.
    'create view b_cheap as select id, shout(name) as loud from things where price < 100',
    'create view a_cheaper as select * from b_cheap where id < 2',
    'create trigger stamps before update on things for each row set new.price = 1',
    `create trigger stamps_after before update on things for each row follows stamps set new.name = concat(new.price, '')`,
    `create event cleaning on schedule every 1 day starts '2030-01-01 00:00:00' do call clear_up()`,
    `set sql_mode = 'ORACLE'`,
    'create package tools as function one return int; end',
    'create package body tools as function one return int as begin return 1; end; end',
    `set sql_mode = 'ANSI_QUOTES'`,
    `create procedure quoting() select 'a' as "b"`,
    'set sql_mode = default',
  ],

  inspect: [
    'select * from things order by id',
    'select * from children order by id',
    'select * from numbered order by n',
    'select n, row_start, row_end from with_history for system_time all order by n',
    'select (select n from kept_in_aria) as aria, (select n from kept_in_myisam) as myisam, shout("ä") as loud',
    'select * from parts order by n',
    'select * from a_cheaper',
    'call quoting()',
    `select table_name, table_type, engine, table_collation from information_schema.tables
     where table_schema = database() order by 1`,
    `select table_name, column_name, column_type, column_default, extra, generation_expression
     from information_schema.columns where table_schema = database() order by 1, ordinal_position`,
    `select constraint_name, table_name, constraint_type from information_schema.table_constraints
     where table_schema = database() order by 1, 2`,
    `select routine_name, routine_type, routine_definition, definer, sql_mode from information_schema.routines
     where routine_schema = database() order by 1, 2`,
    `select table_name, view_definition, definer, security_type from information_schema.views
     where table_schema = database() order by 1`,
    `select trigger_name, action_statement, action_order, definer from information_schema.triggers
     where trigger_schema = database() order by 1`,
    `select event_name, definer, status, starts, event_definition from information_schema.events
     where event_schema = database()`,
    'select @@character_set_database, @@collation_database',
  ],

  empty: [
    'drop view a_cheaper, b_cheap',
    `drop table children, things, numbered, kept_in_aria, kept_in_myisam, with_history, parts, ${oddTable}`,
    'drop sequence counter',
    'drop function shout',
    'drop procedure clear_up',
    'drop procedure quoting',
    `set sql_mode = 'ORACLE'`,
    'drop package tools',
    'set sql_mode = default',
    'drop event cleaning',
    `alter database character set latin1`,
  ],

  async spoil({ server, database }) {
    await server.administer('create view not_theirs as select User from mysql.global_priv', database);
  },

  longText: 'longtext',
  dumpProgram: 'mariadb-dump',

  steps: [
    'create database `hostler_new',
    'INSERT INTO',
    'create database `hostler_swap',
    'account lock',
    'insert into `hostler_swap',
    'drop trigger if exists',
    'rename table',
    'set default nextval',
    'CREATE DEFINER=',
    'account unlock',
    'drop database if exists `hostler_swap',
    'drop database if exists `hostler_old',
  ],
};

describeWithService('mariadb', 'MariaDB', (url) => {
  describeSqlServer('MariaDB', url, openMariadbServer, dialect);
  describeSqlBackups('MariaDB', url, openMariadbServer, dialect);
  describeSqlOutages('MariaDB', url, openMariadbServer, dialect);
});
