import { formatNumber } from '#parts/numbers.ts';
import type { Tone } from '#parts/status.tsx';
import type { Import, ImportLine } from './queries.ts';

type Words = { label: string; tone: Tone; busy?: boolean };

export const KINDS: Readonly<Record<Import['kind'], string>> = {
  customers: 'Customers',
  subscriptions: 'Subscriptions',
  balances: 'Opening balances',
};

export const STATUSES: Readonly<Record<Import['status'], Words>> = {
  checking: { label: 'Checking', tone: 'wait', busy: true },
  checked: { label: 'Not switched on', tone: 'wait' },
  activating: { label: 'Importing', tone: 'wait', busy: true },
  active: { label: 'Imported', tone: 'good' },
  discarded: { label: 'Discarded', tone: 'idle' },
};

export const STATES: Readonly<Record<ImportLine['state'], Words>> = {
  new: { label: 'New', tone: 'good' },
  unchanged: { label: 'Unchanged', tone: 'idle' },
  wrong: { label: 'Wrong', tone: 'bad' },
  imported: { label: 'Imported', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

const lines = (count: number) => `${formatNumber(count)} ${count === 1 ? 'line' : 'lines'}`;

export const texts = {
  title: 'Import',
  description:
    'Customers, subscriptions and opening balances of another system. Nothing changes before you switch an import on.',
  search: 'Search by file name',
  anyStatus: 'Any status',
  anyKind: 'Any content',
  file: 'File',
  kind: 'Content',
  lines: 'Lines',
  wrong: 'Wrong',
  status: 'Status',
  created: 'Uploaded',
  noName: (id: number) => `Import ${id}`,
  empty: 'Nothing was imported yet. Begin with a file of customers.',
  noMatch: 'No import matches these filters.',
  upload: 'Upload file',
  uploadTitle: 'Check a file',
  uploadText:
    'Upload customers first, then their subscriptions and balances. Each line is checked; nothing is created and nobody gets a mail.',
  chooseFile: 'Choose a CSV file',
  fileText: 'At most 24 MB and 100,000 lines.',
  tooLarge: 'The file is larger than 24 MB. Split it.',
  template: 'Download a template',
  check: 'Check file',
  notChecked: 'The file was not checked',
  notFound: 'The import could not be loaded',
  report: 'Report',
  searchLines: 'Search by reference or message',
  anyState: 'All lines',
  line: 'Line',
  reference: 'Reference',
  result: 'Result',
  message: 'Message',
  customer: 'Customer',
  noLines: 'The report is deleted: after 90 days, or because the import was discarded.',
  noLineMatch: 'No line matches these filters.',
  wrongTitle: (count: number) => `${lines(count)} ${count === 1 ? 'is' : 'are'} wrong`,
  wrongText: 'Correct the file, discard this import, and upload the file again.',
  showWrong: 'Show wrong lines',
  failedTitle: (count: number) => `${lines(count)} could not be imported`,
  failedText: 'Fix the cause that the report names, then press Retry.',
  showFailed: 'Show failed lines',
  counts: ({ lines: all, new: fresh, unchanged, wrong, imported, failed, status }: Import) =>
    [
      lines(all),
      ...(status === 'checked' && fresh > 0 ? [`${formatNumber(fresh)} new`] : []),
      ...(imported > 0 ? [`${formatNumber(imported)} imported`] : []),
      ...(unchanged > 0 ? [`${formatNumber(unchanged)} unchanged`] : []),
      ...(wrong > 0 ? [`${formatNumber(wrong)} wrong`] : []),
      ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
    ].join(' · '),
  switchOn: 'Switch on',
  switchTitle: 'Switch this import on?',
  switchText: {
    customers: (count: number) =>
      `${formatNumber(count)} ${count === 1 ? 'customer is' : 'customers are'} created. They get no mail unless you invite them. This cannot be undone.`,
    subscriptions: (count: number) =>
      `${formatNumber(count)} ${count === 1 ? 'subscription is' : 'subscriptions are'} created at the sold price. The first invoices are issued as usual, before the paid periods end. This cannot be undone.`,
    balances: (count: number) =>
      `${formatNumber(count)} ${count === 1 ? 'balance becomes' : 'balances become'} credit, which pays the next invoices. This cannot be undone.`,
  },
  invite: 'Invite the customers by mail',
  inviteText: 'Each gets a link to choose a password. You can also invite them later.',
  switchedOn: 'The import is switched on.',
  retry: 'Retry',
  retrying: 'The failed lines are imported again.',
  discard: 'Discard',
  discardTitle: 'Discard this import?',
  discardText: 'Its lines are deleted. Nothing was created from them.',
  discarded: 'The import is discarded.',
  inviteAll: 'Invite customers',
  inviteTitle: 'Invite the customers of this import?',
  inviteAllText: 'Each customer who has no access yet gets a mail with a link to choose a password.',
  inviting: 'The invitations are being sent.',
} as const;
