import type { Mailbox, MailDomain, MailRecord } from '@hostler/sdk';
import type { Tone } from '../../../parts/status.tsx';

type Words = { label: string; tone: Tone };

export const STATUSES: Readonly<Record<Mailbox['status'], Words>> = {
  active: { label: 'Active', tone: 'good' },
  suspended: { label: 'Suspended', tone: 'wait' },
};

export const DOMAIN_STATUSES: Readonly<Record<MailDomain['status'], Words>> = {
  active: { label: 'Active', tone: 'good' },
  pending: { label: 'Waiting for proof', tone: 'wait' },
  lost: { label: 'Proof lost', tone: 'bad' },
};

export const RECORD_STATUSES: Readonly<Record<MailRecord['status'], Words>> = {
  present: { label: 'Found', tone: 'good' },
  missing: { label: 'Missing', tone: 'wait' },
  differs: { label: 'Differs', tone: 'bad' },
  unknown: { label: 'Unknown', tone: 'idle' },
};

export const PURPOSES: Readonly<Record<MailRecord['purpose'], string>> = {
  mx: 'Incoming mail (MX)',
  spf: 'Senders (SPF)',
  dkim: 'Signature (DKIM)',
  dmarc: 'Policy (DMARC)',
  autoconfig: 'Thunderbird setup',
  autodiscover: 'Outlook setup',
  srv: 'Setup by SRV',
};

export const SECURITIES: Readonly<Record<string, string>> = {
  tls: 'SSL/TLS',
  starttls: 'STARTTLS',
};

/** Setup steps for each mail program. */
export const PROGRAMS: readonly { readonly name: string; readonly steps: readonly string[] }[] = [
  {
    name: 'Thunderbird',
    steps: [
      'Open the menu, choose New account, then Email.',
      'Enter your name, the address and the password. Thunderbird finds the servers automatically.',
      'Choose IMAP, and Done.',
    ],
  },
  {
    name: 'Outlook',
    steps: [
      'Open File, then Add account, and enter the address.',
      'Choose IMAP as the account type.',
      'Enter the servers and ports above, and the password.',
    ],
  },
  {
    name: 'iPhone and iPad',
    steps: [
      'Open Settings, then Apps, Mail, Mail accounts, Add account, Other.',
      'Choose Add mail account; enter your name, the address and the password.',
      'Choose IMAP. Enter the servers above for incoming and outgoing mail. The user name is the full address.',
    ],
  },
];

export const texts = {
  title: 'E-mail',
  parts: 'Parts of e-mail',
  tabs: { mailboxes: 'Mailboxes', domains: 'Domains' },
  search: 'Search by address',
  status: 'Status',
  domain: 'Domain',
  noMatch: 'No mailbox matches. Change or clear the filters.',
  empty: 'A mailbox is an e-mail address on one of your domains, with its own password. Create your first one.',
  noDomain: 'A mailbox needs a domain. Add your domain first.',
  create: 'Create mailbox',
  createTitle: 'Create a mailbox',
  notCreated: 'The mailbox was not created',
  created: (address: string) => `${address} was created.`,
  address: 'Address',
  local: 'Name before the @',
  domainPlaceholder: 'Choose a domain',
  domainTyped: 'example.com',
  domainMalformed: 'Must be a domain, like example.com.',
  domainMissing: 'This domain is not in this account. Add it first.',
  password: 'Password',
  passwordHint: 'At least 10 characters. If empty, a password is generated and shown once.',
  quota: 'Space',
  quotaHint: 'Maximum size of the mailbox, in MiB',
  quotaUnit: ' MiB',
  aliases: 'Other addresses',
  aliasesHint: (domain: string) =>
    `Mail to these addresses is delivered here too. *@${domain} receives mail to all addresses that do not exist.`,
  aliasesPlaceholder: (domain: string) => `info@${domain}`,
  forwards: 'Forward to',
  forwardsHint: 'Incoming mail is forwarded to these addresses.',
  forwardsPlaceholder: 'somebody@elsewhere.example',
  keepCopy: 'Keep a copy here',
  keepCopyHint: 'If off, forwarded mail is not stored in this mailbox.',
  used: 'Used',
  usedOf: (used: string, quota: string) => `${used} of ${quota}`,
  leadsHere: 'Also reached at',
  forwardsTo: 'Forwards to',
  catchAll: 'all other addresses',
  count: (aliases: number, forwards: number) =>
    [
      aliases > 0 && (aliases === 1 ? '1 alias' : `${aliases} aliases`),
      forwards > 0 && (forwards === 1 ? '1 forward' : `${forwards} forwards`),
    ]
      .filter(Boolean)
      .join(', ') || '–',
  also: 'Aliases and forwards',
  made: 'Created',
  id: 'ID',
  none: 'None',
  copyKept: 'keeps a copy here',
  noCopy: 'keeps no copy here',
  edit: 'Edit',
  editTitle: (address: string) => `Edit ${address}`,
  save: 'Save',
  notSaved: 'The mailbox was not changed',
  saved: 'Saved.',
  newPassword: 'New password',
  newPasswordTitle: (address: string) => `A new password for ${address}`,
  newPasswordText: 'The old password stops working immediately. Mail programs ask for the new one.',
  setPassword: 'Set password',
  notSet: 'The password was not changed',
  passwordSet: 'The password was changed.',
  suspend: 'Suspend',
  suspendTitle: (address: string) => `Suspend ${address}`,
  suspendText:
    'A suspended mailbox cannot be used to sign in, send or forward mail. Incoming mail is kept for 30 days.',
  resume: 'Resume',
  suspended: 'This mailbox is suspended',
  suspendedText: 'You cannot sign in or send mail. Incoming mail is kept for 30 days.',
  suspendedByStaff: 'Support suspended this mailbox. Write to support to have it resumed.',
  remove: 'Remove mailbox',
  removeTitle: (address: string) => `Remove ${address}`,
  removeText: (used: string, aliases: number) =>
    `This permanently deletes ${used} of mail${aliases > 0 ? ` and ${aliases === 1 ? '1 alias' : `${aliases} aliases`}` : ''}. New mail to this address is rejected.`,
  removed: (address: string) => `${address} was removed.`,
  boxTitle: (address: string) => `The password of ${address}`,
  whenLost: 'If you lose it, set a new password.',
  settings: 'Settings for mail programs',
  settingsText: 'Most programs find these settings automatically from the address and the password.',
  userName: 'User name',
  incoming: 'Incoming (IMAP)',
  outgoing: 'Outgoing (SMTP)',
  port: 'Port',
  yourAddress: 'The full address',
  howTo: 'Step by step',

  searchDomains: 'Search by name',
  noDomainMatches: 'No domain matches. Change or clear the filters.',
  noDomains: 'Domains with mailboxes are listed here. Create your first mailbox.',
  mailboxes: 'Mailboxes',
  countMailboxes: (count: number) => (count === 1 ? '1 mailbox' : `${count} mailboxes`),
  records: 'Records',
  recordsOk: (there: number, all: number) => `${there} of ${all} in DNS`,
  recordsText: 'DNS records required to receive mail and to pass spam checks.',
  recordsManaged: 'This domain uses our name servers. Records marked as managed need no action from you.',
  managed: 'managed',
  found: (values: readonly string[]) => `Now: ${values.join(', ')}`,
  type: 'Type',
  name: 'Name',
  value: 'Value',
  purpose: 'For',
  noMail: (domain: string) => `E-mail is not set up for ${domain}`,
  noMailText: 'Set it up to see the required DNS records. You can create mailboxes before or after that.',
  begin: 'Set up e-mail',
  proofTitle: 'Prove that this domain is yours',
  proofText:
    'Create this TXT record at your DNS provider. Mail for this domain is accepted once the record is found in DNS.',
  proofFadesTitle: 'The TXT record of this domain is missing',
  proofFadesText:
    'Restore this TXT record at your DNS provider. Mail is still accepted, but is rejected 7 days after the record disappeared.',
  proofLostTitle: 'Mail for this domain is rejected',
  proofLostText:
    'The TXT record was missing for 7 days. Restore it at your DNS provider. Mail is accepted again once the record is found.',
  lostSince: 'Missing since',
  checkNow: 'Check now',
  checked: 'Last checked',
  never: 'not yet',
  seen: (domain: string) => `${domain} is verified.`,
  notSeen: 'The record was not found yet. DNS changes can take an hour or more. We keep checking automatically.',
  conflicts: {
    mx: {
      title: 'Mail for this domain is delivered to another provider.',
      text: 'We do not change the existing MX record. Replace it with the one below when your mailboxes are ready.',
    },
    spf: {
      title: 'An SPF record already exists.',
      text: 'We do not change it. Replace it with the one below, which allows the existing senders and ours. A domain can have only one SPF record.',
    },
  },
};
