import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'imports-001',
    script: `
      create table imports (
        id {id},
        kind text not null,
        name text,
        hash text not null,
        status text not null,
        lines bigint not null,
        new_lines bigint not null,
        unchanged_lines bigint not null,
        wrong_lines bigint not null,
        imported_lines bigint not null,
        failed_lines bigint not null,
        invites bigint not null,
        created_by text,
        activated_by text,
        created_at bigint not null,
        touched_at bigint not null,
        activated_at bigint,
        finished_at bigint,
        discarded_at bigint
      );
      create unique index imports_open on imports (kind, hash) where status in ('checking', 'checked', 'activating');
      create table import_lines (
        id {id},
        import_id bigint not null references imports (id),
        line bigint not null,
        reference text not null,
        customer text,
        paid_until bigint,
        state text not null,
        message text,
        data text not null,
        account_id bigint,
        record_id bigint,
        invited_at bigint
      );
      create index import_lines_by_import on import_lines (import_id, id);
      create index import_lines_by_state on import_lines (import_id, state, id);
      create index import_lines_by_reference on import_lines (reference, import_id);
      create index import_lines_to_invite on import_lines (import_id, id)
        where invited_at is null and record_id is not null;
      create index import_lines_of_account on import_lines (account_id) where account_id is not null;
      create table import_records (
        id {id},
        kind text not null,
        reference text not null,
        account_id bigint not null references accounts (id),
        record_id bigint not null,
        hash text not null,
        created_at bigint not null
      );
      create unique index import_records_by_reference on import_records (kind, reference);
      create index import_records_of_account on import_records (account_id, id);`,
  },
];
