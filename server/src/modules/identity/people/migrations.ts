import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    // Users could not sign in before this version. The previous version may still write rows while both run; they are
    // ignored.
    id: 'people-001',
    harmless: '0.1.0 writes users and never reads them.',
    script: `
      create table persons (
        id {id},
        email text not null unique,
        name text not null,
        password_hash text,
        password_changed_at bigint,
        staff_role text,
        disabled_at bigint,
        created_at bigint not null
      );
      create table memberships (
        id {id},
        person_id bigint not null references persons (id),
        account_id bigint not null references accounts (id),
        role text not null,
        scopes text not null,
        rights text not null,
        ownership_offered_at bigint,
        created_at bigint not null,
        unique (person_id, account_id)
      );
      create index memberships_by_account on memberships (account_id, id);
      create table invitations (
        id {id},
        account_id bigint references accounts (id),
        email text not null,
        role text not null,
        scopes text not null,
        rights text not null,
        staff_role text,
        invited_by bigint references persons (id),
        hash text not null unique,
        created_at bigint not null,
        expires_at bigint not null
      );
      create unique index invitations_by_account on invitations (account_id, email) where account_id is not null;
      create index invitations_by_email on invitations (email);
      create index invitations_by_expiry on invitations (expires_at);
      insert into persons (email, name, password_hash, password_changed_at, created_at)
      select email, email, password_hash, case when password_hash is null then null else created_at end, created_at
      from users order by id;
      insert into memberships (person_id, account_id, role, scopes, rights, created_at)
      select p.id, u.account_id, 'owner', '', '', u.created_at
      from users as u join persons as p on p.email = u.email where u.account_id is not null order by u.id;
      insert into totals (account_id, list, status, count)
      select account_id, 'people', '', count(*) from memberships group by account_id;
      delete from users;`,
  },
  {
    id: 'people-002',
    script: `
      create table notification_switches (
        account_id bigint not null references accounts (id),
        person_id bigint not null references persons (id),
        kind text not null,
        primary key (account_id, person_id, kind)
      );
      create index notification_switches_by_person on notification_switches (person_id);`,
  },
  {
    id: 'people-003',
    script: `
      alter table persons add column staff_disabled_at bigint;
      alter table invitations add column name text;`,
  },
];
