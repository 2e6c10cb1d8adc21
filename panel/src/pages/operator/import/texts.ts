import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '#parts/numbers.ts';
import type { Tone } from '#parts/status.tsx';
import type { Import, ImportLine } from './queries.ts';

type Words = { label: string; tone: Tone; busy?: boolean };

export const KINDS: Readonly<Record<Import['kind'], string>> = {
  customers: t`Customers`,
  subscriptions: t`Subscriptions`,
  balances: t`Opening balances`,
};

export const STATUSES: Readonly<Record<Import['status'], Words>> = {
  checking: { label: t`Checking`, tone: 'wait', busy: true },
  checked: { label: t`Not switched on`, tone: 'wait' },
  activating: { label: t`Importing`, tone: 'wait', busy: true },
  active: { label: t`Imported`, tone: 'good' },
  discarded: { label: t`Discarded`, tone: 'idle' },
};

export const STATES: Readonly<Record<ImportLine['state'], Words>> = {
  new: { label: t`New`, tone: 'good' },
  unchanged: { label: t`Unchanged`, tone: 'idle' },
  wrong: { label: t`Wrong`, tone: 'bad' },
  imported: { label: t`Imported`, tone: 'good' },
  failed: { label: t`Failed`, tone: 'bad' },
};

const lines = (count: number) => plural(count, { one: '# line', other: '# lines' });

export const texts = {
  title: t`Import`,
  description: t`Customers, subscriptions and opening balances of another system. Nothing changes before you switch an import on.`,
  search: t`Search by file name`,
  anyStatus: t`Any status`,
  anyKind: t`Any content`,
  file: t`File`,
  kind: t`Content`,
  lines: t`Lines`,
  wrong: t`Wrong`,
  status: t`Status`,
  created: t`Uploaded`,
  noName: (id: number) => t`Import ${id}`,
  empty: t`No imports yet. Begin with a file of customers.`,
  noMatch: t`No import matches these filters.`,
  upload: t`Upload file`,
  uploadTitle: t`Check a file`,
  uploadText: t`Upload customers first, then their subscriptions and balances. Each line is checked. Nothing is created, and no mail is sent.`,
  chooseFile: t`Choose a CSV file`,
  fileText: t`At most 24 MB and 100,000 lines.`,
  tooLarge: t`The file is larger than 24 MB. Split it.`,
  template: t`Download a template`,
  check: t`Check file`,
  notChecked: t`The file was not checked`,
  notFound: t`The import could not be loaded`,
  report: t`Report`,
  searchLines: t`Search by reference or message`,
  anyState: t`All lines`,
  line: t`Line`,
  reference: t`Reference`,
  result: t`Result`,
  message: t`Message`,
  customer: t`Customer`,
  noLines: t`The report is deleted: after 90 days, or because the import was discarded.`,
  noLineMatch: t`No line matches these filters.`,
  wrongTitle: (count: number) => plural(count, { one: '# line is wrong', other: '# lines are wrong' }),
  wrongText: t`Correct the file, discard this import, and upload the file again.`,
  showWrong: t`Show wrong lines`,
  failedTitle: (count: number) =>
    plural(count, { one: '# line could not be imported', other: '# lines could not be imported' }),
  failedText: t`Fix the cause that the report names, then press Retry.`,
  showFailed: t`Show failed lines`,
  counts: ({ lines: all, new: fresh, unchanged, wrong, imported, failed, status }: Import) =>
    [
      lines(all),
      ...(status === 'checked' && fresh > 0 ? [t`${formatNumber(fresh)} new`] : []),
      ...(imported > 0 ? [t`${formatNumber(imported)} imported`] : []),
      ...(unchanged > 0 ? [t`${formatNumber(unchanged)} unchanged`] : []),
      ...(wrong > 0 ? [t`${formatNumber(wrong)} wrong`] : []),
      ...(failed > 0 ? [t`${formatNumber(failed)} failed`] : []),
    ].join(' · '),
  switchOn: t`Switch on`,
  switchTitle: t`Switch this import on?`,
  switchText: {
    customers: (count: number) =>
      plural(count, {
        one: '# customer is created. They get no mail unless you invite them. This cannot be undone.',
        other: '# customers are created. They get no mail unless you invite them. This cannot be undone.',
      }),
    subscriptions: (count: number) =>
      plural(count, {
        one: '# subscription is created at the sold price. The first invoices are issued as usual, before the paid periods end. This cannot be undone.',
        other:
          '# subscriptions are created at the sold price. The first invoices are issued as usual, before the paid periods end. This cannot be undone.',
      }),
    balances: (count: number) =>
      plural(count, {
        one: '# balance becomes credit, which pays the next invoices. This cannot be undone.',
        other: '# balances become credit, which pays the next invoices. This cannot be undone.',
      }),
  },
  invite: t`Invite the customers by mail`,
  inviteText: t`Each gets a link to choose a password. You can also invite them later.`,
  switchedOn: t`The import is switched on.`,
  retry: t`Retry`,
  retrying: t`The failed lines are imported again.`,
  discard: t`Discard`,
  discardTitle: t`Discard this import?`,
  discardText: t`Its lines are deleted. Nothing was created from them.`,
  discarded: t`The import is discarded.`,
  inviteAll: t`Invite customers`,
  inviteTitle: t`Invite the customers of this import?`,
  inviteAllText: t`Each customer who has no access yet gets a mail with a link to choose a password.`,
  inviting: t`The invitations are being sent.`,
} as const;
