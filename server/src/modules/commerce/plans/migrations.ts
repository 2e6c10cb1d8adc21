import type { Migration } from '../../../kernel/db/migrate.ts';

export const migrations: Migration[] = [
  {
    id: 'plans-001',
    script: `
      create table plans (
        id {id},
        name text not null unique,
        price bigint not null,
        currency text not null,
        billing_period text not null,
        vcpus bigint not null,
        memory_mb bigint not null,
        disk_gb bigint not null,
        image text not null,
        created_at bigint not null
      );`,
  },
  { id: 'plans-002', script: `alter table plans add column kind text not null default 'container';` },
  { id: 'plans-003', script: `alter table plans add column bounds text not null default '{}';` },
];
