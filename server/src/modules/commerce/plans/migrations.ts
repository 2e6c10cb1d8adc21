import type { Migration } from '@hostler/database';

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
  {
    // Existing plans stay hidden until staff publish them. The plan's own row keeps a copy of its content for processes
    // of the previous version.
    id: 'plans-004',
    script: `
      alter table plans add column visibility text not null default 'hidden';
      alter table plans add column stock bigint;
      alter table plans add column version bigint not null default 1;
      create table plan_versions (
        id {id},
        plan_id bigint not null references plans (id),
        version bigint not null,
        vcpus bigint not null,
        memory_mb bigint not null,
        disk_gb bigint not null,
        image text not null,
        images text,
        kind text not null,
        bounds text not null,
        tax_included bigint not null,
        trial_days bigint not null,
        prices text not null,
        created_at bigint not null,
        unique (plan_id, version)
      );
      insert into plan_versions (plan_id, version, vcpus, memory_mb, disk_gb, image, kind, bounds, tax_included,
        trial_days, prices, created_at)
      select id, 1, vcpus, memory_mb, disk_gb, image, kind, bounds, 0, 0,
        '[{"period":"' || billing_period || '","currency":"' || currency || '","price":' || price ||
        ',"setup_fee":0,"monthly_cap":null}]', created_at
      from plans order by id;`,
  },
  { id: 'plans-extra-addresses-001', script: 'alter table plan_versions add column extra_addresses text;' },
];
