import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'settings-001',
    script: `
      create table stored_settings (
        name text primary key,
        value text,
        revision bigint not null,
        changed_at bigint not null,
        changed_by text not null
      );`,
  },
  {
    id: 'settings-002',
    script: `
      create table brand_images (
        kind text primary key,
        hash text not null,
        width integer not null,
        height integer not null,
        content text not null,
        changed_at bigint not null,
        changed_by text not null
      );`,
  },
];
