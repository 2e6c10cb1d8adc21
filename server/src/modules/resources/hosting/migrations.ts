import { createSearchIndex, fillTotals, type Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'hosting-001',
    script: `
      create table hosting (
        id {id},
        account_id bigint not null references accounts (id),
        subscription_id bigint,
        hostname text not null,
        label text,
        status text not null,
        pending text,
        status_before text,
        plan text,
        region text not null,
        node text,
        vcpus bigint not null,
        memory_mb bigint not null,
        disk_gb bigint not null,
        image text not null,
        ipv4 text not null,
        ipv6 text not null,
        suspended_at bigint,
        suspension_reason text,
        search_text text not null,
        revision bigint not null,
        created_at bigint not null,
        updated_at bigint not null
      );
      create index hosting_by_account on hosting (account_id, id);
      create index hosting_by_status on hosting (account_id, status, id);
      create table hosting_samples (
        hosting_id bigint not null,
        at bigint not null,
        cpu_seconds double precision not null,
        memory_used_bytes bigint not null,
        disk_used_bytes bigint not null,
        network_in_bytes bigint not null,
        network_out_bytes bigint not null,
        disk_read_bytes bigint not null,
        disk_write_bytes bigint not null,
        keep_until bigint not null,
        primary key (hosting_id, at)
      );
      create index hosting_samples_by_end on hosting_samples (keep_until);`,
  },
  {
    id: 'hosting-002',
    script: `
      alter table hosting add column kind text not null default 'container';
      alter table hosting add column ssh_keys text not null default '[]';
      create index hosting_living on hosting (id) where status <> 'terminated';
      create table hosting_tallies (
        hosting_id bigint primary key,
        at bigint not null,
        tally text not null
      );`,
  },
  { id: 'hosting-003', script: `alter table hosting add column bounds text not null default '{}';` },
  {
    id: 'hosting-004',
    script: fillTotals('hosting'),
  },
  { id: 'hosting-005', script: createSearchIndex('hosting') },
  { id: 'hosting-006', script: 'alter table hosting add column off_since bigint;' },
  {
    id: 'hosting-007',
    // Suspensions from before causes existed count as suspensions by staff, who can lift them.
    script: `
      create table hosting_suspensions (
        id {id},
        account_id bigint not null references accounts (id),
        hosting_id bigint not null references hosting (id),
        cause text not null,
        reason text not null,
        opened_at bigint not null,
        closed_at bigint
      );
      create index hosting_suspensions_by_hosting on hosting_suspensions (hosting_id, id);
      create unique index hosting_suspensions_open on hosting_suspensions (hosting_id, cause) where closed_at is null;
      insert into hosting_suspensions (account_id, hosting_id, cause, reason, opened_at)
        select account_id, id, 'staff', coalesce(suspension_reason, 'Suspended by the operator.'),
          coalesce(suspended_at, updated_at)
        from hosting where status = 'suspended' and (pending is null or pending <> 'unsuspend') order by id;`,
  },
  // Null for readings of an earlier version, which did not record it.
  { id: 'hosting-008', script: 'alter table hosting_samples add column vcpus bigint;' },
  { id: 'hosting-009', script: 'alter table hosting add column delayed_since bigint;' },
  {
    id: 'hosting-011',
    // For existing servers the history starts with their creation: the real time of assignment was not recorded.
    script: `
      create table address_assignments (
        id {id},
        account_id bigint not null references accounts (id),
        hosting_id bigint not null references hosting (id),
        hostname text not null,
        address text not null,
        assigned_at bigint not null,
        estimated bigint not null,
        released_at bigint
      );
      insert into address_assignments (account_id, hosting_id, hostname, address, assigned_at, estimated)
        select h.account_id, h.id, h.hostname, a.value, h.created_at, 1 from hosting as h, {items of h.ipv4 as a}
        union select h.account_id, h.id, h.hostname, a.value, h.created_at, 1 from hosting as h, {items of h.ipv6 as a};
      create index address_assignments_by_address on address_assignments (address, id);
      create index address_assignments_by_hosting on address_assignments (hosting_id, id);
      create index address_assignments_by_account on address_assignments (account_id, id);
      create unique index address_assignments_open on address_assignments (hosting_id, address) where released_at is null;
      create index address_assignments_released on address_assignments (released_at) where released_at is not null;`,
  },
  {
    id: 'hosting-012',
    script: `
      alter table hosting add column missing_since bigint;
      alter table hosting add column missing_reported_at bigint;
      create index hosting_missing on hosting (missing_since, id) where missing_since is not null;`,
  },
  {
    id: 'hosting-013',
    script: 'alter table hosting add column size_reason text;',
  },
  {
    // Filters of staff, over all accounts.
    id: 'hosting-014',
    script: `
      create table node_locks (
        node text not null primary key,
        reason text,
        locked_at bigint not null
      );
      alter table hosting add column adopt_source text;
      create index hosting_adopting on hosting (id) where pending = 'adopt';
      create index hosting_by_node on hosting (node, id);
      create index hosting_by_plan on hosting (plan, id);
      create index hosting_of_status on hosting (status, id);
      create index address_assignments_current on address_assignments (id) where released_at is null;`,
  },
  {
    id: 'hosting-015',
    script: `
      alter table hosting add column tags text not null default '[]';
      alter table hosting add column note text;
      alter table hosting add column protected_at bigint;
      alter table hosting add column sealed_user_data text;
      create table hosting_tags (
        account_id bigint not null references accounts (id),
        tag text not null,
        hosting_id bigint not null references hosting (id),
        primary key (account_id, tag, hosting_id)
      );
      create index hosting_tags_by_hosting on hosting_tags (hosting_id);
      create table hosting_images (
        id {id},
        slug text not null unique,
        name text not null,
        icon text,
        family text not null,
        version text,
        min_disk_gb bigint not null,
        min_memory_mb bigint not null,
        default_user text not null,
        cloud_init bigint not null,
        deprecated_at bigint,
        created_at bigint not null,
        updated_at bigint not null
      );`,
  },
  { id: 'hosting-016', script: 'alter table hosting add column rescue_since bigint;' },
  { id: 'hosting-030', script: 'alter table hosting add column isolation_reason text;' },
  {
    // Orders of a list.
    id: 'hosting-040',
    script: `
      create index hosting_by_hostname on hosting (account_id, {folded hostname}, id);
      create index hosting_by_plan_name on hosting (account_id, {folded coalesce(plan, '')}, id);`,
  },
  { id: 'hosting-042', script: 'alter table hosting add column login text;' },
];
