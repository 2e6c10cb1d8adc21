import { createSearchIndex, fillTotals, type Migration } from '@hostler/database';

/**
 * `domain_ancestors` holds the parent names of every domain. So "does another account have a domain below this name?"
 * is an equality lookup: no pattern, no scan over the account's own subdomains, and no dependence on the collation of
 * PostgreSQL.
 */
export const migrations: Migration[] = [
  {
    id: 'domains-001',
    script: `
      create table domains (
        id {id},
        account_id bigint not null references accounts (id),
        domain text not null unique,
        status text not null,
        hosting_id bigint,
        dns_status text not null,
        addresses text not null,
        search_text text not null,
        created_at bigint not null,
        updated_at bigint not null
      );
      create index domains_by_account on domains (account_id, id);
      create index domains_by_status on domains (account_id, status, id);
      create index domains_with_server on domains (id) where hosting_id is not null;
      create table domain_ancestors (
        domain_id bigint not null references domains (id) on delete cascade,
        ancestor text not null,
        account_id bigint not null,
        primary key (domain_id, ancestor)
      );
      create index domain_ancestors_by_name on domain_ancestors (ancestor, account_id);`,
  },
  {
    // The digest replaces the addresses: it covers the whole content of a zone.
    id: 'domains-002',
    script: `
      drop index domains_with_server;
      alter table domains drop column addresses;
      alter table domains add column records text not null default '[]';
      alter table domains add column revision bigint not null default 0;
      alter table domains add column zone_digest text not null default '';`,
  },
  {
    id: 'domains-003',
    script: fillTotals('domains'),
  },
  {
    // Columns for domains whose ownership is not proven yet (claims/store.ts).
    id: 'domains-004',
    script: `
      alter table domains add column claimed text;
      alter table domains add column proof_token text;
      alter table domains add column proof_next_at bigint;
      create index domains_by_claim on domains (claimed) where claimed is not null;
      create index domains_by_next_proof on domains (proof_next_at) where proof_next_at is not null;`,
  },
  { id: 'domains-005', script: createSearchIndex('domains') },
  { id: 'domains-006', script: 'alter table domains add column mailboxes bigint not null default 0;' },
  // Filter of staff, over all accounts.
  { id: 'domains-007', script: `create index domains_of_status on domains (status, id);` },
  // The order of a list.
  {
    id: 'domains-008',
    script: `create index domains_by_name on domains (account_id, {folded coalesce(claimed, domain)}, id);`,
  },
];
