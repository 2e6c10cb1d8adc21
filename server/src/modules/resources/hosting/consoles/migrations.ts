import type { Migration } from '@hostler/database';

export const consoleMigrations: Migration[] = [
  {
    id: 'consoles-001',
    script: `
      create table consoles (
        id {id},
        account_id bigint not null,
        hosting_id bigint not null,
        environment text not null,
        kind text not null,
        hash text not null unique,
        holder_kind text not null,
        holder_id bigint not null,
        actor_kind text not null,
        actor_id bigint,
        actor_label text not null,
        reason text,
        created_at bigint not null,
        expires_at bigint not null,
        opened_at bigint,
        seen_at bigint,
        closed_at bigint,
        outcome text
      );
      create index consoles_in_use on consoles (account_id, hosting_id) where closed_at is null;
      create index consoles_open on consoles (seen_at) where opened_at is not null and closed_at is null;
      create index consoles_by_time on consoles (created_at);`,
  },
];
