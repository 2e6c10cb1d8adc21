import { createSearchIndex, type Migration } from '@hostler/database';

/**
 * `email_addresses` holds every address of a mailbox, including aliases, so that one index keeps them unique.
 * `email_removals` holds mailboxes that are deleted here but not yet on the mail server. The next owner of such an
 * address must not see the old mail.
 */
export const migrations: Migration[] = [
  {
    id: 'emails-001',
    script: `
      create table email_domains (
        id {id},
        account_id bigint not null references accounts (id),
        domain_id bigint not null unique references domains (id),
        domain text not null unique,
        status text not null,
        proof_token text not null,
        delegated_at bigint,
        seen text not null,
        dkim_public text,
        dkim_private text,
        checked_at bigint,
        next_check_at bigint not null,
        lost_since bigint,
        queued_at bigint,
        search_text text not null,
        created_at bigint not null
      );
      create index email_domains_by_account on email_domains (account_id, id);
      create index email_domains_by_status on email_domains (account_id, status, id);
      create index email_domains_to_check on email_domains (next_check_at);
      create table emails (
        id {id},
        account_id bigint not null references accounts (id),
        domain_id bigint not null references domains (id),
        address text not null,
        status text not null,
        suspended_by text,
        suspended_at bigint,
        quota_mb bigint not null,
        used_bytes bigint not null,
        aliases text not null,
        forward_to text not null,
        keep_copy bigint not null,
        password_hash text not null,
        search_text text not null,
        created_at bigint not null,
        updated_at bigint not null
      );
      create index emails_by_account on emails (account_id, id);
      create index emails_by_status on emails (account_id, status, id);
      create index emails_by_domain on emails (account_id, domain_id, id);
      create index emails_by_domain_and_status on emails (account_id, domain_id, status, id);
      create table email_addresses (
        address text not null primary key,
        account_id bigint not null,
        domain_id bigint not null,
        email_id bigint not null references emails (id) on delete cascade
      );
      create index email_addresses_by_mailbox on email_addresses (email_id);
      create index email_addresses_by_domain on email_addresses (domain_id);
      create table email_removals (
        domain_id bigint not null,
        address text not null,
        account_id bigint not null,
        primary key (domain_id, address)
      );`,
  },
  { id: 'emails-002', script: `${createSearchIndex('emails')}\n${createSearchIndex('email_domains')}` },
  // Filter of staff, over all accounts.
  {
    id: 'emails-003',
    script: `create index emails_of_status on emails (status, id); create index email_domains_of_status on email_domains (status, domain_id);`,
  },
  // The order of a list.
  { id: 'emails-004', script: `create index emails_by_address on emails (account_id, {folded address}, id);` },
];
