import { formatNumber } from '../../../parts/numbers.ts';

export const STATUSES = {
  active: { label: 'Active' },
  pending: { label: 'Pending' },
  error: { label: 'Failed' },
};

export const texts = {
  title: 'Domains',
  search: 'Search by name',
  status: 'Status',
  noMatch: 'No domain matches. Change or clear the filters.',
  empty: 'Host the DNS of a domain you own: add it here, then enter our name servers at your registrar.',
  addVerb: 'Add domain',
  name: 'Name',
  server: 'Server',
  added: 'Added',
  id: 'ID',
  domain: 'Domain',
  domainHint: 'Without www, like example.com',
  serverHint: 'The domain and its www name point to this server, even if its address changes.',
  serverNone: 'None',
  notAdded: 'The domain was not added',
  proofTitle: 'Prove that this domain is yours',
  proofText:
    'Create this TXT record at your current DNS provider. We check every few minutes for 7 days. The domain goes to the first account that proves ownership.',
  proofName: 'Name',
  proofValue: 'Value',
  unanswered: 'Our name servers do not answer correctly for this domain. We are repairing it. Your records are safe.',
  failed: 'The zone of this domain could not be created. Remove the domain and add it again, or write to support.',
  nameservers: 'Name servers',
  nameserversText: 'Set these at your registrar.',
  leadsTo: 'Points to',
  mailboxes: (count: number) => (count === 0 ? 'Set up e-mail' : counted(count, 'mailbox', 'mailboxes')),
  more: 'More actions',
  remove: 'Remove domain',
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: (own: number, managed: number) =>
    `This deletes the zone with ${counted(own, 'own record')}${managed > 0 ? ` and ${counted(managed, 'managed record')}` : ''}. Websites and e-mail of this domain stop working within minutes. The server is not changed.`,
  removeMailboxes: (count: number) =>
    `${counted(count, 'mailbox', 'mailboxes')} of this domain and all mail in ${count === 1 ? 'it' : 'them'} are permanently deleted.`,
  removed: (name: string) => `${name} was removed.`,

  records: 'Records',
  recordsText: 'DNS records of this domain, without its NS records.',
  filter: 'Find a record',
  type: 'Type',
  content: 'Content',
  ttl: 'TTL',
  ttlHint: 'Seconds, from 60 to 604800',
  managed: {
    server: {
      label: 'Managed (server IP)',
      hint: 'Changes with the address of the server. Your own A, AAAA or CNAME record with this name replaces it.',
    },
    mail: {
      label: 'For e-mail',
      hint: 'Created because the domain has mailboxes. Your own record with this type and name replaces it.',
    },
  },
  addRecord: 'Add record',
  edit: 'Edit',
  removeRecord: 'Remove',
  undo: 'Undo',
  cancel: 'Cancel',
  states: { added: 'Added', changed: 'Changed', removed: 'Removed' },
  noRecords: 'No own records yet. Add one, for example for mail or another server.',
  noRecordMatches: 'No record matches.',
  showAll: (count: number) => `Show all ${count}`,
  unsaved: (added: number, changed: number, removed: number) =>
    [added > 0 && `${added} added`, changed > 0 && `${changed} changed`, removed > 0 && `${removed} removed`]
      .filter(Boolean)
      .join(', '),
  discard: 'Discard',
  review: 'Review changes',
  reviewTitle: 'These records will change',
  save: 'Save records',
  stay: (count: number) =>
    `${counted(count, 'record')} ${count === 1 ? 'stays' : 'stay'} as ${count === 1 ? 'it is' : 'they are'}.`,
  notSaved: 'The records were not saved',
  saved: 'Records saved. The name servers are being updated.',
  problems: (count: number) => `${counted(count, 'record')} cannot be saved as ${count === 1 ? 'it is' : 'they are'}.`,
  leave: 'You have unsaved records.',
};

function counted(count: number, what: string, many = `${what}s`): string {
  return `${formatNumber(count)} ${count === 1 ? what : many}`;
}

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
