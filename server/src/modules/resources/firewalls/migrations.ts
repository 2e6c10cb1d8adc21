import { createSearchIndex, type Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'firewalls-001',
    // Inbound and outbound are JSON arrays of rules. A server without a row in firewall_policies never had packet rules.
    script: `
      create table firewalls (
        id {id},
        account_id bigint not null references accounts (id),
        name text not null,
        status text not null,
        inbound text not null,
        outbound text not null,
        error text,
        search_text text not null,
        revision bigint not null,
        created_at bigint not null,
        updated_at bigint not null
      );
      create index firewalls_by_account on firewalls (account_id, id);
      create index firewalls_by_status on firewalls (account_id, status, id);
      create index firewalls_of_status on firewalls (status, id);
      create table firewall_attachments (
        id {id},
        account_id bigint not null references accounts (id),
        firewall_id bigint not null references firewalls (id),
        hosting_id bigint not null references hosting (id),
        created_at bigint not null
      );
      create unique index firewall_attachments_once on firewall_attachments (hosting_id, firewall_id);
      create index firewall_attachments_by_account on firewall_attachments (account_id, firewall_id, hosting_id);
      create index firewall_attachments_by_firewall on firewall_attachments (firewall_id);
      create table firewall_policies (
        hosting_id bigint not null primary key references hosting (id),
        account_id bigint not null references accounts (id),
        version bigint not null,
        applied_version bigint,
        changed_at bigint not null,
        tried_at bigint not null
      );
      create index firewall_policies_by_account on firewall_policies (account_id, hosting_id);
      create index firewall_policies_open on firewall_policies (tried_at, hosting_id)
        where applied_version is null or applied_version < version;
      ${createSearchIndex('firewalls')}`,
  },
  {
    id: 'firewalls-002',
    // Accounts without a row follow the setting. Those that exist now keep outgoing mail.
    script: `
      create table account_smtp (
        account_id bigint not null primary key references accounts (id),
        allowed bigint not null,
        changed_at bigint not null
      );
      insert into account_smtp (account_id, allowed, changed_at) select id, 1, created_at from accounts;`,
  },
  // The order of a list.
  { id: 'firewalls-003', script: `create index firewalls_by_name on firewalls (account_id, {folded name}, id);` },
];
