import type { EngineHealth, OperationOptions } from '../engine.ts';

/**
 * Allowed local part of a mailbox or an alias: lower case, no `+` (`jo+shop@` belongs to Jo), and nothing that a folder
 * or a program could misinterpret.
 */
export const LOCAL_PART = /^(?=.{1,64}$)[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*$/;

/** Limits: mailboxes and aliases per domain, and targets per alias or forward. */
export const MOST_ADDRESSES = 10_000;
export const MOST_TARGETS = 100;

export interface MailboxSpec {
  /** In its domain, lower case. */
  address: string;
  /** As Dovecot accepts it: `{ARGON2ID}$argon2id$…` with at most 64 MiB of memory, or `{BLF-CRYPT}$2y$…`. */
  passwordHash: string;
  /** Mail over quota is refused during SMTP, so that the sender is informed. */
  quotaMb: number;
  /** No login and no sending; incoming mail is kept. */
  suspended: boolean;
  /** Refuses mail as if the mailbox were full, so that the sender is informed. Its content is kept. */
  closed: boolean;
  /** Any addresses, also external ones. */
  forwardTo: string[];
  /** Keeps forwarded mail here, too. Without forwards mail is always kept. */
  keepCopy: boolean;
  maxRecipientsPerHour: number;
}

export interface MailAlias {
  /** In its domain; `*@example.com` is the catch-all. */
  address: string;
  to: string[];
}

export interface MailDomain {
  /** Lower case, punycode, without a trailing dot. */
  name: string;
  /** Set once the ownership is verified. Until then no mail is accepted for it or sent from it. */
  local: boolean;
  mailboxes: MailboxSpec[];
  /** The target of an alias may also send with it. The catch-all grants no addresses. */
  aliases: MailAlias[];
  /** RSA key (PEM, PKCS #8) that signs the mail of its mailboxes. */
  dkim: { selector: string; privateKey: string } | null;
}

/**
 * Interface to a mail server. Failures are `EngineError`s; every operation may be repeated. Forwarding loops are no
 * error: every mailbox on the way that keeps a copy gets one, once. An address that leads nowhere accepts no mail.
 */
export interface MailDriver {
  /** Never throws. A result after this time is ignored. */
  check(patienceMs?: number): Promise<EngineHealth>;

  /**
   * Sets a domain exactly, atomically for readers. A `refused` one changes nothing. A mailbox that is missing in it is
   * deleted with its mail for good: a later one of that name is empty.
   */
  putDomain(domain: MailDomain, options?: OperationOptions): Promise<void>;

  /** Deletes a domain, its mailboxes and their mail. A missing domain is fine. */
  removeDomain(name: string, options?: OperationOptions): Promise<void>;

  /** Returns used bytes of every mailbox, by address. */
  usage(options?: OperationOptions): Promise<ReadonlyMap<string, number>>;
}
