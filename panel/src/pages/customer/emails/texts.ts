import type { Mailbox, MailDomain, MailRecord } from '@hostler/sdk';
import { plural, t } from '@lingui/core/macro';
import type { Tone } from '../../../parts/status.tsx';

type Words = { label: string; tone: Tone };

export const STATUSES: Readonly<Record<Mailbox['status'], Words>> = {
  active: { label: t`Active`, tone: 'good' },
  suspended: { label: t`Suspended`, tone: 'wait' },
};

export const DOMAIN_STATUSES: Readonly<Record<MailDomain['status'], Words>> = {
  active: { label: t`Active`, tone: 'good' },
  pending: { label: t`Waiting for proof`, tone: 'wait' },
  lost: { label: t`Proof lost`, tone: 'bad' },
};

export const RECORD_STATUSES: Readonly<Record<MailRecord['status'], Words>> = {
  present: { label: t`Found`, tone: 'good' },
  missing: { label: t`Missing`, tone: 'wait' },
  differs: { label: t`Differs`, tone: 'bad' },
  unknown: { label: t`Unknown`, tone: 'idle' },
};

export const PURPOSES: Readonly<Record<MailRecord['purpose'], string>> = {
  mx: t`Incoming mail (MX)`,
  spf: t`Senders (SPF)`,
  dkim: t`Signature (DKIM)`,
  dmarc: t`Policy (DMARC)`,
  autoconfig: t`Thunderbird setup`,
  autodiscover: t`Outlook setup`,
  srv: t`Setup by SRV`,
};

export const SECURITIES: Readonly<Record<string, string>> = {
  tls: 'SSL/TLS',
  starttls: 'STARTTLS',
};

/** Setup steps for each mail program. */
export const PROGRAMS: readonly { readonly name: string; readonly steps: readonly string[] }[] = [
  {
    name: t`Thunderbird`,
    steps: [
      t`Open the menu, choose New account, then Email.`,
      t`Enter your name, the address and the password. Thunderbird finds the servers automatically.`,
      t`Choose IMAP, and Done.`,
    ],
  },
  {
    name: t`Outlook`,
    steps: [
      t`Open File, then Add account, and enter the address.`,
      t`Choose IMAP as the account type.`,
      t`Enter the servers and ports above, and the password.`,
    ],
  },
  {
    name: t`iPhone and iPad`,
    steps: [
      t`Open Settings, then Apps, Mail, Mail accounts, Add account, Other.`,
      t`Choose Add mail account; enter your name, the address and the password.`,
      t`Choose IMAP. Enter the servers above for incoming and outgoing mail. The user name is the full address.`,
    ],
  },
];

export const texts = {
  title: t`E-mail`,
  parts: t`Parts of e-mail`,
  tabs: { mailboxes: t`Mailboxes`, domains: t`Domains` },
  search: t`Search by address`,
  status: t`Status`,
  domain: t`Domain`,
  noMatch: t`No mailbox matches. Change or clear the filters.`,
  empty: t`A mailbox is an e-mail address on one of your domains, with its own password. Create your first one.`,
  noDomain: t`A mailbox needs a domain. Add your domain first.`,
  create: t`Create mailbox`,
  createTitle: t`Create a mailbox`,
  notCreated: t`The mailbox was not created`,
  created: (address: string) => t`${address} was created.`,
  address: t`Address`,
  local: t`Name before the @`,
  domainPlaceholder: t`Choose a domain`,
  domainTyped: 'example.com',
  domainMalformed: t`Must be a domain, like example.com.`,
  domainMissing: t`This domain is not in this account. Add it first.`,
  password: t`Password`,
  passwordHint: t`At least 10 characters. If empty, a password is generated and shown once.`,
  quota: t`Space`,
  quotaHint: t`Maximum size of the mailbox, in MiB`,
  quotaUnit: t` MiB`,
  aliases: t`Other addresses`,
  aliasesHint: (domain: string) =>
    t`Mail to these addresses is delivered here too. *@${domain} receives mail to all addresses that do not exist.`,
  aliasesPlaceholder: (domain: string) => `info@${domain}`,
  forwards: t`Forward to`,
  forwardsHint: t`Incoming mail is forwarded to these addresses.`,
  forwardsPlaceholder: 'somebody@elsewhere.example',
  keepCopy: t`Keep a copy here`,
  keepCopyHint: t`If off, forwarded mail is not stored in this mailbox.`,
  used: t`Used`,
  usedOf: (used: string, quota: string) => t`${used} of ${quota}`,
  leadsHere: t`Also reached at`,
  forwardsTo: t`Forwards to`,
  catchAll: t`all other addresses`,
  count: (aliases: number, forwards: number) =>
    [
      aliases > 0 && plural(aliases, { one: '# alias', other: '# aliases' }),
      forwards > 0 && plural(forwards, { one: '# forward', other: '# forwards' }),
    ]
      .filter(Boolean)
      .join(', ') || '–',
  also: t`Aliases and forwards`,
  made: t`Created`,
  id: 'ID',
  none: t`None`,
  copyKept: t`keeps a copy here`,
  noCopy: t`keeps no copy here`,
  edit: t`Edit`,
  editTitle: (address: string) => t`Edit ${address}`,
  save: t`Save`,
  notSaved: t`The mailbox was not changed`,
  saved: t`Saved.`,
  newPassword: t`New password`,
  newPasswordTitle: (address: string) => t`A new password for ${address}`,
  newPasswordText: t`The old password stops working immediately. Mail programs ask for the new one.`,
  setPassword: t`Set password`,
  notSet: t`The password was not changed`,
  passwordSet: t`The password was changed.`,
  suspend: t`Suspend`,
  suspendTitle: (address: string) => t`Suspend ${address}`,
  suspendText: t`A suspended mailbox cannot be used to sign in, send or forward mail. Incoming mail is kept for 30 days.`,
  resume: t({ message: 'Resume', context: 'suspension' }),
  suspended: t`This mailbox is suspended`,
  suspendedText: t`You cannot sign in or send mail. Incoming mail is kept for 30 days.`,
  suspendedByStaff: t`Support suspended this mailbox. Write to support to have it resumed.`,
  remove: t`Remove mailbox`,
  removeTitle: (address: string) => t`Remove ${address}`,
  removeText: (used: string, aliases: number) =>
    plural(aliases, {
      0: `This permanently deletes ${used} of mail. New mail to this address is rejected.`,
      one: `This permanently deletes ${used} of mail and # alias. New mail to this address is rejected.`,
      other: `This permanently deletes ${used} of mail and # aliases. New mail to this address is rejected.`,
    }),
  removed: (address: string) => t`${address} was removed.`,
  boxTitle: (address: string) => t`The password of ${address}`,
  whenLost: t`If you lose it, set a new password.`,
  settings: t`Settings for mail programs`,
  settingsText: t`Most programs find these settings automatically from the address and the password.`,
  userName: t`User name`,
  incoming: t`Incoming (IMAP)`,
  outgoing: t`Outgoing (SMTP)`,
  port: t`Port`,
  yourAddress: t`The full address`,
  howTo: t`Step by step`,

  searchDomains: t`Search by name`,
  noDomainMatches: t`No domain matches. Change or clear the filters.`,
  noDomains: t`Domains with mailboxes are listed here. Create your first mailbox.`,
  mailboxes: t`Mailboxes`,
  countMailboxes: (count: number) => plural(count, { one: '# mailbox', other: '# mailboxes' }),
  records: t`Records`,
  recordsOk: (there: number, all: number) => t`${there} of ${all} in DNS`,
  recordsText: t`DNS records required to receive mail and to pass spam checks.`,
  recordsManaged: t`This domain uses our name servers. Records marked as managed need no action from you.`,
  managed: t`managed`,
  found: (values: readonly string[]) => t`Now: ${values.join(', ')}`,
  type: t`Type`,
  name: t`Name`,
  value: t`Value`,
  purpose: t`For`,
  noMail: (domain: string) => t`E-mail is not set up for ${domain}`,
  noMailText: t`Set it up to see the required DNS records. You can create mailboxes before or after that.`,
  begin: t`Set up e-mail`,
  proofTitle: t`Prove that this domain is yours`,
  proofText: t`Create this TXT record at your DNS provider. Mail for this domain is accepted once the record is found in DNS.`,
  proofFadesTitle: t`The TXT record of this domain is missing`,
  proofFadesText: t`Restore this TXT record at your DNS provider. Mail is still accepted, but is rejected 7 days after the record disappeared.`,
  proofLostTitle: t`Mail for this domain is rejected`,
  proofLostText: t`The TXT record was missing for 7 days. Restore it at your DNS provider. Mail is accepted again once the record is found.`,
  lostSince: t`Missing since`,
  checkNow: t`Check now`,
  checked: t`Last checked`,
  never: t`not yet`,
  seen: (domain: string) => t`${domain} is verified.`,
  notSeen: t`The record was not found yet. DNS changes can take an hour or more. We keep checking automatically.`,
  conflicts: {
    mx: {
      title: t`Mail for this domain is delivered to another provider.`,
      text: t`We do not change the existing MX record. Replace it with the one below when your mailboxes are ready.`,
    },
    spf: {
      title: t`An SPF record already exists.`,
      text: t`We do not change it. Replace it with the one below, which allows the existing senders and ours. A domain can have only one SPF record.`,
    },
  },
};
