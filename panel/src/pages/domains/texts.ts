import { formatNumber } from '../../parts/numbers.ts';

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
  empty: 'A domain that you own, answered by our name servers: add it, and enter them at your registrar.',
  add: 'Add a domain',
  addVerb: 'Add domain',
  name: 'Name',
  server: 'Server',
  added: 'Added',
  id: 'Id',
  statuses: {
    proof: 'Waiting for proof',
    pending: 'Being set up',
    active: 'Active',
    publishing: 'Publishing',
    unanswered: 'Not answered',
    error: 'Failed',
  },
  domain: 'Domain',
  domainHint: 'As people type it, without www: example.com',
  serverHint: 'The domain and its www then lead to this server, also when its address changes.',
  serverNone: 'None',
  notAdded: 'The domain was not added',
  simulatedRecords: 'Simulated: the records would have been saved.',
  simulated: 'Simulated: the domain would have been added.',
  proofTitle: 'Prove that this domain is yours',
  proofText:
    'Set this TXT record where the domain is managed now. We look for it every few minutes, for seven days; the first who proves it has the domain.',
  proofName: 'Name',
  proofValue: 'Value',
  unanswered: 'Our name servers do not answer for this domain as they should. It is being mended; nothing is lost.',
  failed: 'The zone of this domain could not be made. Remove the domain and add it again, or write to support.',
  nameservers: 'Name servers',
  nameserversText: 'Enter these at your registrar, in place of those before.',
  leadsTo: 'Leads to',
  mailboxes: (count: number) => (count === 0 ? 'Set up e-mail' : counted(count, 'mailbox', 'mailboxes')),
  more: 'More actions',
  remove: 'Remove domain',
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: (own: number, managed: number) =>
    `Its zone goes with ${counted(own, 'own record')}${managed > 0 ? ` and ${counted(managed, 'record')} kept by us` : ''}. Web and mail under this name stop within minutes; the server and what is on it stay.`,
  removeMailboxes: (count: number) =>
    `${counted(count, 'mailbox on it goes', 'mailboxes on it go')} too, with all mail in ${count === 1 ? 'it' : 'them'}, for good.`,
  removed: (name: string) => `${name} was removed.`,

  records: 'Records',
  recordsText: 'What our name servers answer, beside the name servers themselves.',
  filter: 'Find a record',
  type: 'Type',
  content: 'Content',
  ttl: 'TTL',
  ttlHint: 'Seconds, from 60 to 604800',
  managed: {
    server: {
      label: 'Follows the server',
      hint: 'It changes with the address of the server. An own A, AAAA or CNAME record of this name takes its place.',
    },
    mail: {
      label: 'For e-mail',
      hint: 'It is there because the domain has mail. An own record of this kind and name takes its place.',
    },
  },
  addRecord: 'Add record',
  edit: 'Edit',
  removeRecord: 'Remove',
  undo: 'Undo',
  cancel: 'Cancel',
  states: { added: 'Added', changed: 'Changed', removed: 'Removed' },
  noRecords: 'There are no own records yet. Add one, for mail or for another server.',
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
  saved: 'Records saved; the name servers follow.',
  problems: (count: number) => `${counted(count, 'record')} cannot be saved as ${count === 1 ? 'it is' : 'they are'}.`,
  leave: 'There are records that you have not saved.',
};

function counted(count: number, what: string, many = `${what}s`): string {
  return `${formatNumber(count)} ${count === 1 ? what : many}`;
}

/** What the content of a record looks like, by its type. */
export const EXAMPLES = {
  A: '203.0.113.10',
  AAAA: '2001:db8::10',
  CAA: '0 issue "ca.example.net"',
  CNAME: 'shops.example.net.',
  MX: '10 mail.example.com.',
  SRV: '10 60 5060 sip.example.com.',
  TXT: 'v=spf1 mx -all',
} as const;
