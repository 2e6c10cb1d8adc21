import { plural, t } from '@lingui/core/macro';

export const STATUSES = {
  active: { label: t`Active` },
  pending: { label: t`Pending` },
  error: { label: t`Failed` },
};

export const texts = {
  title: t`Domains`,
  search: t`Search by name`,
  status: t`Status`,
  noMatch: t`No domain matches. Change or clear the filters.`,
  empty: t`Host the DNS of a domain you own: add it here, then enter our name servers at your registrar.`,
  addVerb: t`Add domain`,
  name: t`Name`,
  server: t`Server`,
  added: t`Added`,
  id: 'ID',
  domain: t`Domain`,
  domainHint: t`Without www, like example.com`,
  serverHint: t`The domain and its www name point to this server, even if its address changes.`,
  serverNone: t`None`,
  notAdded: t`The domain was not added`,
  proofTitle: t`Prove that this domain is yours`,
  proofText: t`Create this TXT record at your current DNS provider. We check every few minutes for 7 days. The domain goes to the first account that proves ownership.`,
  proofName: t`Name`,
  proofValue: t`Value`,
  unanswered: t`Our name servers do not answer correctly for this domain. We are repairing it. Your records are safe.`,
  failed: t`The zone of this domain could not be created. Remove the domain and add it again, or write to support.`,
  nameservers: t`Name servers`,
  nameserversText: t`Set these at your registrar.`,
  leadsTo: t`Points to`,
  mailboxes: (count: number) => plural(count, { 0: 'Set up e-mail', one: '# mailbox', other: '# mailboxes' }),
  more: t`More actions`,
  remove: t`Remove domain`,
  removeTitle: (name: string) => t`Remove ${name}`,
  removeText: (own: number, managed: number) =>
    managed === 0
      ? t`This deletes the zone with ${plural(own, { one: '# own record', other: '# own records' })}. Websites and e-mail of this domain stop working within minutes. The server is not changed.`
      : t`This deletes the zone with ${plural(own, { one: '# own record', other: '# own records' })} and ${plural(managed, { one: '# managed record', other: '# managed records' })}. Websites and e-mail of this domain stop working within minutes. The server is not changed.`,
  removeMailboxes: (count: number) =>
    plural(count, {
      one: '# mailbox of this domain and all mail in it are permanently deleted.',
      other: '# mailboxes of this domain and all mail in them are permanently deleted.',
    }),
  removed: (name: string) => t`${name} was removed.`,

  records: t`Records`,
  recordsText: t`DNS records of this domain, without its NS records.`,
  filter: t`Find a record`,
  type: t`Type`,
  content: t`Content`,
  ttl: 'TTL',
  ttlHint: t`Seconds, from 60 to 604800`,
  managed: {
    server: {
      label: t`Managed (server IP)`,
      hint: t`Changes with the address of the server. Your own A, AAAA or CNAME record with this name replaces it.`,
    },
    mail: {
      label: t`For e-mail`,
      hint: t`Created because the domain has mailboxes. Your own record with this type and name replaces it.`,
    },
  },
  addRecord: t`Add record`,
  edit: t`Edit`,
  removeRecord: t`Remove`,
  undo: t`Undo`,
  cancel: t`Cancel`,
  states: { added: t`Added`, changed: t`Changed`, removed: t`Removed` },
  noRecords: t`No own records yet. Add one, for example for mail or another server.`,
  noRecordMatches: t`No record matches.`,
  showAll: (count: number) => t`Show all ${count}`,
  unsaved: (added: number, changed: number, removed: number) =>
    [added > 0 && t`${added} added`, changed > 0 && t`${changed} changed`, removed > 0 && t`${removed} removed`]
      .filter(Boolean)
      .join(', '),
  discard: t`Discard`,
  review: t`Review changes`,
  reviewTitle: t`These records will change`,
  save: t`Save records`,
  stay: (count: number) => plural(count, { one: '# record stays as it is.', other: '# records stay as they are.' }),
  notSaved: t`The records were not saved`,
  saved: t`Records saved. The name servers are being updated.`,
  problems: (count: number) =>
    plural(count, { one: '# record cannot be saved as it is.', other: '# records cannot be saved as they are.' }),
  leave: t`You have unsaved records.`,
};

/** Example content by record type. */
export const EXAMPLES = {
  A: '203.0.113.10',
  AAAA: '2001:db8::10',
  CAA: '0 issue "ca.example.net"',
  CNAME: 'shops.example.net.',
  MX: '10 mail.example.com.',
  SRV: '10 60 5060 sip.example.com.',
  TXT: 'v=spf1 mx -all',
} as const;
