import type { Page, PageRequest, Query } from '@hostler/database';
import { MOST_ADDRESSES } from '#engines/mail/driver.ts';
import { notFound, validationError } from '#kernel/errors.ts';
import type { DomainDirectory } from '../domains/index.ts';
import { catchAllOf, domainOf } from './address.ts';
import type { MailDomainService } from './domains/service.ts';
import { errors, fieldErrors } from './errors.ts';
import { followForwards, MOST_REACHED } from './forwards.ts';
import { AddressReader } from './input.ts';
import { aliasesLimit, forwardsLimit, mailBytesLimit, mailboxesLimit } from './limits.ts';
import { hold } from './lock.ts';
import type { MailboxPasswords, MailboxSecret } from './password.ts';
import { DEFAULT_QUOTA_MB, type MailboxChange, type NewMailbox, type Suspender } from './schemas.ts';
import * as store from './store.ts';

interface Dependencies {
  domains: DomainDirectory;
  mailDomains: MailDomainService;
  passwords: MailboxPasswords;
}

export type EmailService = ReturnType<typeof createEmailService>;

export function createEmailService({ domains, mailDomains, passwords }: Dependencies) {
  /**
   * Hashes the password of a new mailbox before the transaction, which cannot wait. Invalid input is refused before
   * hashing.
   */
  async function hashNew(accountId: number, input: NewMailbox): Promise<MailboxSecret> {
    readNewMailbox(input);
    return passwords.hash(accountId, input.password);
  }

  function list(accountId: number, page: PageRequest, domainId?: number): Query<Page<store.MailboxRow>> {
    return store.listMailboxes(accountId, page, domainId);
  }

  function* find(accountId: number, id: number): Query<store.MailboxRow> {
    const mailbox = yield* store.findMailbox(accountId, id);
    if (!mailbox) throw notFound('Mailbox');
    return mailbox;
  }

  function* create(
    accountId: number,
    input: NewMailbox,
    { hash }: MailboxSecret,
    now: number,
  ): Query<store.MailboxRow> {
    const { quota_mb = DEFAULT_QUOTA_MB, keep_copy = true } = input;
    const { address, aliases, forwards } = readNewMailbox(input);
    yield* hold(accountId);
    const domain = yield* domains.findByName(accountId, domainOf(address));
    yield* mailDomains.begin(accountId, domain, now);
    const row = {
      domain_id: domain.id,
      address,
      quota_mb,
      aliases: JSON.stringify(aliases),
      forward_to: JSON.stringify(forwards),
      keep_copy: keep_copy ? 1 : 0,
      created_at: now,
    };
    const mailbox = yield* store.insertMailbox(accountId, row, hash);
    yield* takeAddresses(accountId, mailbox, [address, ...aliases]);
    for (const limit of [mailboxesLimit, aliasesLimit, forwardsLimit, mailBytesLimit]) yield* limit.check(accountId);
    yield* checkForwards(accountId, mailbox);
    yield* domains.countMailboxes(accountId, domain.id, 1);
    yield* mailDomains.change(accountId, domain.id, now);
    return mailbox;
  }

  function* update(
    accountId: number,
    id: number,
    input: MailboxChange,
    { by, now }: { by: Suspender; now: number },
  ): Query<store.MailboxRow> {
    const reader = new AddressReader();
    const aliases = reader.readAliases(input.aliases);
    const forwards = reader.readForwards(input.forward_to);
    if (reader.details.length > 0) throw validationError(reader.details);
    yield* hold(accountId);
    const before = yield* find(accountId, id);
    reader.checkDomain(aliases, before.address);
    if (reader.details.length > 0) throw validationError(reader.details);
    const { quota_mb = before.quota_mb, keep_copy = before.keep_copy === 1 } = input;
    const after: store.MailboxRow = {
      ...before,
      ...decideStatus(before, input.status, by, now),
      quota_mb,
      keep_copy: keep_copy ? 1 : 0,
      aliases: aliases ? JSON.stringify(aliases) : before.aliases,
      forward_to: forwards ? JSON.stringify(forwards) : before.forward_to,
      updated_at: now,
    };
    yield* store.changeMailbox(accountId, before, after);
    if (aliases) yield* replaceAliases(accountId, before, aliases);
    yield* checkGrowth(accountId, before, after);
    yield* checkForwards(accountId, after);
    yield* mailDomains.change(accountId, before.domain_id, now);
    return after;
  }

  /**
   * Checks limits only for growth. After a limit was lowered, an account may be above it and must be able to shrink.
   */
  function* checkGrowth(accountId: number, before: store.MailboxRow, after: store.MailboxRow): Query<void> {
    const count = (json: string) => (JSON.parse(json) as string[]).length;
    if (after.quota_mb > before.quota_mb) yield* mailBytesLimit.check(accountId);
    if (count(after.aliases) > count(before.aliases)) yield* aliasesLimit.check(accountId);
    if (count(after.forward_to) > count(before.forward_to)) yield* forwardsLimit.check(accountId);
  }

  function* setPassword(accountId: number, id: number, { hash }: MailboxSecret, now: number) {
    yield* hold(accountId);
    const mailbox = yield* find(accountId, id);
    yield* store.setPassword(accountId, id, hash, now);
    yield* mailDomains.change(accountId, mailbox.domain_id, now);
    return mailbox;
  }

  /** Deletes a mailbox. Its addresses are free after this commit, and their next owner sees no old mail. */
  function* remove(accountId: number, id: number, now: number): Query<store.MailboxRow> {
    yield* hold(accountId);
    const mailbox = yield* find(accountId, id);
    yield* store.deleteMailbox(accountId, mailbox);
    yield* checkCatchAll(accountId, mailbox);
    yield* domains.countMailboxes(accountId, mailbox.domain_id, -1);
    yield* mailDomains.noteRemoval(accountId, mailbox);
    yield* mailDomains.change(accountId, mailbox.domain_id, now);
    return mailbox;
  }

  function* takeAddresses(accountId: number, mailbox: store.MailboxRow, addresses: readonly string[]): Query<void> {
    for (const address of addresses) {
      if (!(yield* store.takeAddress(accountId, mailbox, address))) throw alreadyExists(address);
    }
    if ((yield* store.countAddresses(mailbox.domain_id, MOST_ADDRESSES + 1)) <= MOST_ADDRESSES) return;
    throw errors.too_many_addresses_of_domain({ max: MOST_ADDRESSES.toLocaleString('en') });
  }

  function* replaceAliases(accountId: number, before: store.MailboxRow, aliases: readonly string[]): Query<void> {
    const had: string[] = JSON.parse(before.aliases);
    for (const alias of had) if (!aliases.includes(alias)) yield* store.leaveAddress(accountId, before, alias);
    const added = aliases.filter((alias) => !had.includes(alias));
    yield* takeAddresses(accountId, before, added);
  }

  /** Refuses forwarding loops and forwards to too many addresses. */
  function* checkForwards(accountId: number, mailbox: store.MailboxRow): Query<void> {
    const { loop, tooMany } = yield* followForwards(accountId, mailbox);
    const forwards: string[] = JSON.parse(mailbox.forward_to);
    if (loop !== undefined) {
      const field = `forward_to[${forwards.indexOf(loop)}]`;
      throw validationError([fieldErrors.forwards_back(field, { address: mailbox.address })]);
    }
    if (tooMany) {
      throw validationError([fieldErrors.forwards_too_far('forward_to', { max: MOST_REACHED })]);
    }
    yield* checkCatchAll(accountId, mailbox);
  }

  /**
   * Refuses a change after which mail for a former address loops. The catch-all may receive it and forward to that same
   * address.
   */
  function* checkCatchAll(accountId: number, { address }: store.MailboxRow): Query<void> {
    const catcher = yield* store.findByAddress(accountId, catchAllOf(address));
    if (!catcher || (yield* followForwards(accountId, catcher)).loop === undefined) return;
    throw errors.catch_all_would_loop({ address: catcher.address });
  }

  return { list, find, hashNew, hashPassword: passwords.hash, create, update, setPassword, remove };
}

/** Throws VALIDATION_ERROR with all errors of the addresses. */
function readNewMailbox(input: NewMailbox) {
  const reader = new AddressReader();
  const address = reader.readAddress(input.address);
  const aliases = reader.readAliases(input.aliases) ?? [];
  const forwards = reader.readForwards(input.forward_to) ?? [];
  if (address !== '') reader.checkDomain(aliases, address);
  if (reader.details.length > 0) throw validationError(reader.details);
  return { address, aliases, forwards };
}

function decideStatus(
  before: store.MailboxRow,
  status: MailboxChange['status'],
  by: Suspender,
  now: number,
): Pick<store.MailboxRow, 'status' | 'suspended_by' | 'suspended_at'> {
  const { suspended_by, suspended_at } = before;
  if (suspended_by === 'staff' && by === 'customer' && status === 'active') {
    throw errors.mailbox_suspended_by_staff();
  }
  if (status === 'active') return { status, suspended_by: null, suspended_at: null };
  if (status === 'suspended') {
    // If staff suspend a mailbox that the customer suspended, it counts as suspended by staff. The reverse does not
    // hold.
    const whose = suspended_by === 'staff' ? 'staff' : by;
    return { status, suspended_by: whose, suspended_at: suspended_at ?? now };
  }
  return { status: before.status, suspended_by, suspended_at };
}

function alreadyExists(address: string) {
  return errors.mail_address_taken({ address });
}
