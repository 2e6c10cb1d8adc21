import type { Mailbox, MailDomain, MailRecord } from '@hostler/sdk';
import type { Tone } from '../../parts/status.tsx';

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
  present: { label: 'There', tone: 'good' },
  missing: { label: 'Missing', tone: 'wait' },
  differs: { label: 'Differs', tone: 'bad' },
  unknown: { label: 'Unknown', tone: 'idle' },
};

export const PURPOSES: Readonly<Record<MailRecord['purpose'], string>> = {
  mx: 'Incoming mail (MX)',
  spf: 'Senders (SPF)',
  dkim: 'Signature (DKIM)',
  dmarc: 'Policy (DMARC)',
  autoconfig: 'Set-up of Thunderbird',
  autodiscover: 'Set-up of Outlook',
  srv: 'Set-up by SRV',
};

export const SECURITIES: Readonly<Record<string, string>> = {
  tls: 'SSL/TLS',
  starttls: 'STARTTLS',
};

/** What to do in each program, in the order one does it. */
export const PROGRAMS: readonly { readonly name: string; readonly steps: readonly string[] }[] = [
  {
    name: 'Thunderbird',
    steps: [
      'Open the menu, choose New account, then Email.',
      'Enter your name, the address and the password. Thunderbird finds the servers by itself.',
      'Choose IMAP, and Done.',
    ],
  },
  {
    name: 'Outlook',
    steps: [
      'Open File, then Add account, and enter the address.',
      'Choose IMAP where it asks for the kind of account.',
      'Enter the servers and ports above, and the password.',
    ],
  },
  {
    name: 'iPhone and iPad',
    steps: [
      'Open Settings, then Apps, Mail, Mail accounts, Add account, Other.',
      'Choose Add mail account; enter your name, the address and the password.',
      'Choose IMAP. Enter the servers above twice, for incoming and outgoing mail; the user name is the whole address.',
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
  empty: 'A mailbox is an address on a domain of yours, with a password of its own. Create the first one.',
  noDomain: 'A mailbox needs a domain of yours. Add the domain first.',
  create: 'Create mailbox',
  createTitle: 'Create a mailbox',
  notCreated: 'The mailbox was not created',
  created: (address: string) => `${address} was created.`,
  simulated: (address: string) => `Simulated: ${address} would have been created.`,
  address: 'Address',
  local: 'Name before the @',
  domainPlaceholder: 'Choose a domain',
  domainTyped: 'example.com',
  domainMalformed: 'Must be a domain, like example.com.',
  domainMissing: 'There is no such domain in this account.',
  password: 'Password',
  passwordHint: 'At least 10 characters. Leave it empty to have one generated, which you see once.',
  quota: 'Space',
  quotaHint: 'How much mail it holds, in MiB',
  quotaUnit: ' MiB',
  aliases: 'Other addresses',
  aliasesHint: (domain: string) => `Mail to these comes here too. *@${domain} takes what no other address does.`,
  aliasesPlaceholder: (domain: string) => `info@${domain}`,
  forwards: 'Forward to',
  forwardsHint: 'Its mail is sent on to these addresses.',
  forwardsPlaceholder: 'somebody@elsewhere.example',
  keepCopy: 'Keep a copy here',
  keepCopyHint: 'Otherwise what is forwarded is not kept in this mailbox.',
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
  made: 'Made',
  id: 'Id',
  none: 'None',
  copyKept: 'a copy is kept here',
  noCopy: 'no copy is kept here',
  edit: 'Edit',
  editTitle: (address: string) => `Edit ${address}`,
  save: 'Save',
  notSaved: 'The mailbox was not changed',
  saved: 'Saved.',
  newPassword: 'New password',
  newPasswordTitle: (address: string) => `A new password for ${address}`,
  newPasswordText: 'The old one ends at once: mail programs ask for the new one.',
  setPassword: 'Set password',
  notSet: 'The password was not changed',
  passwordSet: 'The password was changed.',
  suspend: 'Suspend',
  suspendTitle: (address: string) => `Suspend ${address}`,
  suspendText:
    'Nobody can sign in to it or send from it, and it forwards nothing. Mail that comes in is kept for 30 days.',
  resume: 'Resume',
  suspended: 'This mailbox is suspended',
  suspendedText: 'Nobody can sign in or send. Mail that comes in is kept for 30 days.',
  suspendedByStaff: 'Your provider suspended it. Write to support to have it resumed.',
  remove: 'Remove mailbox',
  removeTitle: (address: string) => `Remove ${address}`,
  removeText: (used: string, aliases: number) =>
    `${used} of mail in it is gone for good${aliases > 0 ? `, and ${aliases === 1 ? '1 other address' : `${aliases} other addresses`} that led here` : ''}. Mail to it is refused from then on.`,
  removed: (address: string) => `${address} was removed.`,
  boxTitle: (address: string) => `The password of ${address}`,
  whenLost: 'When it is lost, set a new one.',
  settings: 'Settings for mail programs',
  settingsText: 'Most programs find these by themselves from the address and the password.',
  userName: 'User name',
  incoming: 'Incoming (IMAP)',
  outgoing: 'Outgoing (SMTP)',
  port: 'Port',
  yourAddress: 'The whole address',
  howTo: 'Step by step',

  searchDomains: 'Search by name',
  noDomainMatches: 'No domain matches. Change or clear the filters.',
  noDomains: 'A domain is listed here once there is a mailbox on it. Create the first one.',
  mailboxes: 'Mailboxes',
  countMailboxes: (count: number) => (count === 1 ? '1 mailbox' : `${count} mailboxes`),
  records: 'Records',
  recordsOk: (there: number, all: number) => `${there} of ${all} in DNS`,
  recordsText: 'What DNS must say so that mail comes here and is trusted elsewhere.',
  recordsManaged: 'Our name servers answer for this domain; those marked as kept by us need nothing from you.',
  managed: 'kept by us',
  found: (values: readonly string[]) => `Now: ${values.join(', ')}`,
  type: 'Type',
  name: 'Name',
  value: 'Value',
  purpose: 'For',
  noMail: (domain: string) => `There is no mail on ${domain} yet`,
  noMailText: 'Set it up, and you see what DNS must say for it; mailboxes can be created before or after that.',
  begin: 'Set up e-mail',
  proofTitle: 'Prove that this domain is yours',
  proofText:
    'Mail is taken for this domain once this TXT record can be seen in DNS. Set it where the domain is managed.',
  proofFadesTitle: 'The proof of this domain cannot be seen any more',
  proofFadesText:
    'Put this TXT record back where the domain is managed. Mail still comes; seven days after the proof went, it is no longer taken.',
  proofLostTitle: 'Mail is no longer taken for this domain',
  proofLostText:
    'Its proof was gone for seven days. Put this TXT record back where the domain is managed; mail comes again once it is seen.',
  lostSince: 'Gone since',
  checkNow: 'Check now',
  checked: 'Last looked',
  never: 'not yet',
  seen: (domain: string) => `${domain} is proved.`,
  notSeen: 'The record cannot be seen yet. DNS can take an hour or more; we also look by ourselves.',
  conflicts: {
    mx: {
      title: 'Mail for this domain goes elsewhere now.',
      text: 'Its MX record is not ours, and we leave it as it is. Replace it by the one below when the mailboxes here are ready.',
    },
    spf: {
      title: 'There is an SPF record already.',
      text: 'We leave it as it is. Replace it by the one below, which allows the senders of both; a domain must have only one.',
    },
  },
};
