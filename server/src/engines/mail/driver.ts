import type { EngineHealth, OperationOptions } from '../engine.ts';

/**
 * What may stand before the @ of a mailbox or an alias: lower case, no `+` (what follows it is the owner's to choose:
 * `jo+shop@` is Jo's), nothing that a folder or a program could take for more than a name.
 */
export const LOCAL_PART = /^(?=.{1,64}$)[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*$/;

/** Most mailboxes, and as many aliases, of one domain; most addresses that one alias or forward leads to. */
export const MOST_ADDRESSES = 10_000;
export const MOST_TARGETS = 100;

export interface MailboxSpec {
  /** In its domain, lower case. */
  address: string;
  /** As Dovecot takes it: `{ARGON2ID}$argon2id$…` with at most 64 MiB of memory, or `{BLF-CRYPT}$2y$…`. */
  passwordHash: string;
  /** Mail that does not fit is refused while it is being handed over, so that the sender is told. */
  quotaMb: number;
  /** No sign-in and no sending; what comes in is kept. */
  suspended: boolean;
  /** Takes no more mail: it is refused as if the mailbox were full, so that the sender is told. What is in it stays. */
  closed: boolean;
  /** Anywhere in the world. */
  forwardTo: string[];
  /** Whether forwarded mail stays here too; it does where it is forwarded nowhere. */
  keepCopy: boolean;
  maxRecipientsPerHour: number;
}

export interface MailAlias {
  /** In its domain; `*@example.com` takes what is for no other address. */
  address: string;
  to: string[];
}

export interface MailDomain {
  /** Lower case, punycode, no dot at the end. */
  name: string;
  /** Proved to be its owner's. As long as not, no mail is taken for it and none is sent from it. */
  local: boolean;
  mailboxes: MailboxSpec[];
  /** Whoever an alias leads to may also send with it. The catch-all lends no addresses. */
  aliases: MailAlias[];
  /** Mail of its mailboxes is signed with this RSA key (PEM, PKCS #8). */
  dkim: { selector: string; privateKey: string } | null;
}

/**
 * The port to a mail server. Failures are `EngineError`s; every operation may be run again. Forwards that lead to each
 * other are no error: everyone on the way who keeps a copy has one, once, and an address that leads nowhere takes no mail.
 */
export interface MailDriver {
  /** Never throws. What is not known after this time nobody hears any more. */
  check(patienceMs?: number): Promise<EngineHealth>;

  /**
   * Makes the domain exactly this, atomically: who reads it sees the old or the new. A `refused` one changes nothing.
   * A mailbox that is no longer among them is taken away with its mail, for good: one of that name made later is empty.
   */
  putDomain(domain: MailDomain, options?: OperationOptions): Promise<void>;

  /** The domain, its mailboxes and their mail go. Gone already is fine. */
  removeDomain(name: string, options?: OperationOptions): Promise<void>;

  /** Bytes used, of every mailbox there is, by address. */
  usage(options?: OperationOptions): Promise<ReadonlyMap<string, number>>;
}
