import type { TodayNumber } from './queries.ts';

type Key = TodayNumber['key'];

/** Groups of numbers in the order of the page. */
export const GROUPS: readonly { readonly title: string; readonly keys: readonly Key[] }[] = [
  { title: 'Waiting for staff', keys: ['setup_steps', 'orders_to_review', 'sign_ups_waiting', 'tickets_waiting'] },
  { title: 'Money', keys: ['overdue_invoices', 'unmatched_bank_lines', 'renewals_today', 'failed_billing'] },
  {
    title: 'Operations',
    keys: [
      ...(['failed_actions', 'failed_tasks', 'engines', 'full_nodes'] as const),
      ...(['servers_without_address', 'servers_without_rules', 'reverse_names_to_reset', 'failing_webhooks'] as const),
    ],
  },
];

/** Name of each number, and the sentence below it. */
export const NUMBERS: Readonly<Record<Key, { readonly label: string; readonly text: string }>> = {
  setup_steps: { label: 'Setup steps', text: 'What a new installation still needs.' },
  orders_to_review: { label: 'Orders to review', text: 'Orders and sign-ups wait for your decision.' },
  sign_ups_waiting: { label: 'Sign-ups to approve', text: 'New customers who cannot order yet.' },
  tickets_waiting: { label: 'Tickets to answer', text: 'The last message is from the customer.' },
  overdue_invoices: { label: 'Overdue invoices', text: 'Open after their due date.' },
  unmatched_bank_lines: { label: 'Unmatched bank lines', text: 'Payments without an invoice.' },
  renewals_today: { label: 'Renewals today', text: 'Invoiced by the billing run until midnight.' },
  failed_billing: { label: 'Failed billing', text: 'Charges, orders and runs that need a retry.' },
  failed_actions: { label: 'Failed actions', text: 'Of the last 30 days, not retried yet.' },
  failed_tasks: { label: 'Failed tasks', text: 'Backups, mails and webhooks.' },
  engines: { label: 'Engines with a fault', text: 'Every engine was reachable at the last check.' },
  full_nodes: { label: 'Nodes that run full', text: 'Little memory or disk is left.' },
  servers_without_address: {
    label: 'Servers without address',
    text: 'New servers wait until a pool has a free address.',
  },
  reverse_names_to_reset: {
    label: 'Reverse names to reset',
    text: 'Released addresses whose old name is still on the name server.',
  },
  servers_without_rules: {
    label: 'Servers without their rules',
    text: 'Firewalls or isolation that the host did not apply. Check its firewall helper.',
  },
  failing_webhooks: { label: 'Failing webhooks', text: 'Endpoints that do not accept events.' },
};

/** Word beside the dot: colour alone must not carry a status. */
export const TONES: Readonly<Record<TodayNumber['tone'], string>> = {
  good: 'Nothing to do',
  idle: 'For information',
  wait: 'Waiting',
  bad: 'Fault',
};

export const texts = {
  title: 'Today',
  checking: 'Checking…',
  done: 'Nothing waits for you.',
  waiting: (count: number) => (count === 1 ? 'One list needs you.' : `${count} lists need you.`),
};
