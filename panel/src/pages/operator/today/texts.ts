import { plural, t } from '@lingui/core/macro';
import type { TodayNumber } from './queries.ts';

type Key = TodayNumber['key'];

/** Groups of numbers in the order of the page. */
export const GROUPS: readonly { readonly title: string; readonly keys: readonly Key[] }[] = [
  { title: t`Waiting for staff`, keys: ['setup_steps', 'orders_to_review', 'sign_ups_waiting', 'tickets_waiting'] },
  { title: t`Money`, keys: ['overdue_invoices', 'unmatched_bank_lines', 'renewals_today', 'failed_billing'] },
  {
    title: t`Operations`,
    keys: [
      ...(['failed_backups', 'failed_actions', 'failed_mails', 'failed_deliveries', 'engines', 'full_nodes'] as const),
      ...(['servers_without_address', 'servers_without_rules', 'reverse_names_to_reset', 'failing_webhooks'] as const),
    ],
  },
];

/** Name of each number, and the sentence below it. */
export const NUMBERS: Readonly<Record<Key, { readonly label: string; readonly text: string }>> = {
  setup_steps: { label: t`Setup steps`, text: t`Remaining steps of a new installation.` },
  orders_to_review: { label: t`Orders to review`, text: t`Orders and sign-ups wait for your decision.` },
  sign_ups_waiting: { label: t`Sign-ups to approve`, text: t`New customers who cannot order yet.` },
  tickets_waiting: { label: t`Tickets to answer`, text: t`The last message is from the customer.` },
  overdue_invoices: { label: t`Overdue invoices`, text: t`Open after their due date.` },
  unmatched_bank_lines: { label: t`Unmatched bank lines`, text: t`Payments without an invoice.` },
  renewals_today: { label: t`Renewals today`, text: t`Invoiced by the billing run until midnight.` },
  failed_billing: { label: t`Failed billing`, text: t`Charges, orders and runs that need a retry.` },
  failed_backups: { label: t`Failed backups`, text: t`From the last 30 days, not repeated since.` },
  failed_actions: { label: t`Failed actions`, text: t`From the last 30 days, not repeated since.` },
  failed_mails: { label: t`Failed mails`, text: t`From the last 30 days, not repeated since.` },
  failed_deliveries: { label: t`Failed webhook deliveries`, text: t`From the last 30 days, not repeated since.` },
  engines: { label: t`Engines with a fault`, text: t`Every engine was reachable at the last check.` },
  full_nodes: { label: t`Nodes nearly full`, text: t`Little memory or disk is left.` },
  servers_without_address: {
    label: t`Servers without address`,
    text: t`New servers wait until a pool has a free address.`,
  },
  reverse_names_to_reset: {
    label: t`Reverse names to reset`,
    text: t`Released addresses whose old name is still on the name server.`,
  },
  servers_without_rules: {
    label: t`Servers without their rules`,
    text: t`Firewalls or isolation that the host did not apply. Check its firewall helper.`,
  },
  failing_webhooks: { label: t`Failing webhooks`, text: t`Endpoints that do not accept events.` },
};

/** Word beside the dot: colour alone must not carry a status. */
export const TONES: Readonly<Record<TodayNumber['tone'], string>> = {
  good: t`Nothing to do`,
  idle: t`For information`,
  wait: t`Waiting`,
  bad: t`Fault`,
};

export const texts = {
  title: t`Today`,
  checking: t`Checking…`,
  done: t`Nothing waits for you.`,
  waiting: (count: number) => plural(count, { one: 'One list needs you.', other: '# lists need you.' }),
};
