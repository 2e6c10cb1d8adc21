import type { Migration } from '../../../kernel/db/migrate.ts';
import { createSearchIndex } from '../../../kernel/db/search-index.ts';
import { fillTotals } from '../../../kernel/db/totals.ts';

/**
 * `domain_ancestors` holds, for every domain, the names above it. So "is there a domain of another account below this
 * name?" is a look-up by equality: no pattern, no scan over the asker's own subdomains, and no dependence on how
 * PostgreSQL's collation orders text.
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
    // The digest takes the place of the addresses: it stands for all that a zone holds, which is more by now.
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
    // For domains whose owner is yet to be proved (claim-store.ts).
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
];
