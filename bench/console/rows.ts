import { type Query, runScript, sql } from '@hostler/database';
import { HOUR, MINUTE, SECOND } from '../../server/src/kernel/time.ts';
import { copyRows } from '../copy-rows.ts';
import type { ConsolePlan } from './plan.ts';

export function* maxId(table: string): Query<number> {
  return (yield* sql<object, { id: number | null }>(`select max(id) as id from ${table}`).one({}))?.id ?? 0;
}

/** Copies the rows of the demo. Neighbouring rows belong to different customers. */
export function* copyAll(plan: ConsolePlan, largeAccount: number, staff: number, now: number): Query<void> {
  const { customers, servers, invoices, tickets } = plan;
  const owner = `${largeAccount} + n % ${customers}`;
  /** A row in five belongs to the large account, the others to all in turn. */
  const ofLarge = `case when n % 5 = 0 then ${largeAccount} else ${largeAccount} + (n + n / 5) % ${customers} end`;
  /** A time before now: `count` rows, each `step` after the one before. */
  const ago = (count: number, step: number) => `${now} - (${count} - n) * ${step}`;
  const email = `'owner' || n || '@company-' || n || '.example'`;
  const domain = `'shop-' || n || '.example'`;
  const host = `'srv' || n || '.company-' || n % ${customers} || '.example'`;
  const address = `'10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256`;
  const former = address.replace('10.', '172.');

  const persons = (yield* maxId('persons')) + 1;
  yield* copyRows('accounts', 'true', customers, {
    name: `'Company ' || n || case n % 3 when 0 then ' Ltd' when 1 then ' GmbH' else ' Studio' end`,
    ...{
      email,
      contact_email: email,
      waits_since: `case when n % 500 = 1 then ${now} end`,
      created_at: ago(customers, HOUR),
    },
  });
  yield* copyRows('persons', 'staff_role is null', customers, { email, name: `'Jo Doe ' || n` });
  yield* copyRows('memberships', `role = 'owner'`, customers, { person_id: `${persons} + n`, account_id: owner });
  yield* copyRows('billing_profiles', 'true', customers, { account_id: owner });
  yield* runScript(
    `insert into account_tags (account_id, tag) select id, case id % 4 when 0 then 'vip' else 'reseller' end
       from accounts where id >= ${largeAccount} and id % 20 < 4;
     insert into account_notes (account_id, author_id, author_name, text, created_at)
       select id, ${staff}, 'Sam Okafor', 'Called about the invoice.', ${now} from accounts where id >= ${largeAccount};`,
  );
  const hosting = (yield* maxId('hosting')) + 1;
  yield* copyRows('hosting', `status = 'running'`, servers, {
    ...{ account_id: owner, hostname: host, node: `'node-' || n % 40`, ipv4: `'["' || ${address} || '"]'` },
    status: `case n % 100 when 0 then 'suspended' when 1 then 'stopped' when 2 then 'error' when 3 then 'terminated' else 'running' end`,
  });
  for (const [expression, released] of [[former, ago(servers, HOUR)] as const, [address, 'null'] as const]) {
    const columns = { account_id: owner, hosting_id: `${hosting} + n`, hostname: host, address: expression };
    yield* copyRows('address_assignments', 'true', servers, { ...columns, released_at: released });
  }
  const domains = (yield* maxId('domains')) + 1;
  const mailboxes = (yield* maxId('emails')) + 1;
  const inbox = `'info@shop-' || n || '.example'`;
  const status = (rare: string, common: string) => `case n % 100 when 0 then '${rare}' else '${common}' end`;
  yield* copyRows('domains', `status = 'active'`, servers, {
    ...{ account_id: owner, domain, hosting_id: `${hosting} + n`, status: status('error', 'active') },
  });
  yield* copyRows('emails', 'true', servers, {
    ...{ account_id: owner, domain_id: `${domains} + n`, address: inbox, aliases: `'[]'` },
    status: status('suspended', 'active'),
  });
  yield* copyRows('email_addresses', 'true', servers, {
    ...{ account_id: owner, domain_id: `${domains} + n`, address: inbox, email_id: `${mailboxes} + n` },
  });
  yield* copyRows('databases', 'true', customers, { account_id: owner, name: `'shop_' || n`, username: `'u' || n` });
  yield* copyRows('applications', `status = 'running'`, customers, {
    ...{ account_id: owner, hosting_id: `${hosting} + n` },
  });
  yield* copyRows('backups', `status = 'completed'`, servers, {
    ...{ account_id: owner, status: status('failed', 'completed'), created_at: ago(servers, MINUTE) },
  });
  const alerts = { account_id: owner, hosting_id: `${hosting} + n`, status: status('firing', 'resolved') };
  yield* copyRows('monitoring_alerts', 'true', servers, {
    ...alerts,
    fires_for: `'bench ' || n`,
    started_at: ago(servers, MINUTE),
  });
  yield* copyRows('monitoring_rules', 'true', servers, { account_id: owner, hosting_id: `${hosting} + n` });
  const checks = (yield* maxId('monitoring_checks')) + 1;
  yield* copyRows('monitoring_checks', 'true', customers, { account_id: owner, status: status('down', 'up') });
  yield* copyRows('monitoring_check_states', 'true', customers, { check_id: `${checks} + n`, account_id: owner });

  const subscriptions = (yield* maxId('subscriptions')) + 1;
  yield* copyRows('subscriptions', `status = 'active'`, servers, {
    ...{ account_id: owner, hosting_id: `${hosting} + n`, next_bill_at: `${now} + n * 1577000` },
    status: `case n % 100 when 0 then 'past_due' when 1 then 'cancelled' else 'active' end`,
  });
  yield* copyRows('orders', `status = 'accepted'`, servers, {
    ...{ account_id: owner, subscription_id: `${subscriptions} + n`, created_at: ago(servers, HOUR) },
    ...{ status: status('in_review', 'accepted'), waits_since: `case n % 100 when 0 then ${now} end` },
  });
  const firstInvoice = (yield* maxId('invoices')) + 1;
  yield* copyRows('invoices', `status = 'paid'`, invoices, {
    ...{ account_id: owner, subscription_id: `${subscriptions} + n % ${servers}`, number: `'RE-' || ${1_000_000} + n` },
    status: `case n % 100 when 0 then 'overdue' when 1 then 'unpaid' else 'paid' end`,
    amount_paid: `case when n % 100 < 2 then 0 else t.total end`,
    ...{
      issued_at: ago(invoices, 5 * MINUTE),
      due_at: ago(invoices, 4 * MINUTE),
    },
  });
  yield* copyRows('payments', `status = 'succeeded'`, invoices, {
    ...{
      account_id: owner,
      invoice_id: `${firstInvoice} + n`,
      key: `'bench:' || n`,
      reference: `'pi_' || ${1_000_000} + n`,
    },
    ...{ status: status('failed', 'succeeded'), created_at: ago(invoices, 5 * MINUTE) },
  });
  yield* copyRows('charges', 'invoice_id is not null', invoices, {
    ...{ account_id: owner, subscription_id: `${subscriptions} + n % ${servers}`, invoice_id: `${firstInvoice} + n` },
    key: `'bench:' || n`,
  });
  yield* copyRows('statement_lines', `status = 'unmatched'`, servers, {
    ...{
      key: `'bench:' || n`,
      status: status('unmatched', 'matched'),
      booked_at: ago(servers, HOUR),
      name: `'Company ' || n`,
    },
  });

  yield* copyRows('tickets', 'true', tickets, {
    account_id: ofLarge,
    subject: `case n % 7 when 0 then 'Question about invoice RE-' || n else 'The shop is slow again, number ' || n end`,
    // One in fifty is not closed, and half of those wait for staff.
    status: `case n % 100 when 1 then 'answered' when 2 then case n % 3 when 0 then 'open' else 'customer_reply' end else 'closed' end`,
    priority: `case n % 50 when 2 then 'urgent' when 3 then 'high' when 4 then 'low' else 'normal' end`,
    department: `case n % 9 when 0 then 'billing' when 1 then 'sales' else 'general' end`,
    closed_at: `case when n % 100 in (1, 2) then null else ${ago(tickets, SECOND)} end`,
    ...{
      assignee_id: `case n % 10 when 0 then ${staff} end`,
      created_at: ago(tickets, MINUTE),
      updated_at: ago(tickets, SECOND),
    },
  });
  yield* copyRows('audit_entries', 'true', tickets / 2, {
    ...{ account_id: ofLarge, at: ago(tickets / 2, MINUTE), record_id: 'n' },
    actor_kind: `case n % 1000 when 0 then 'operator' when 1 then 'command_line' when 2 then 'key' else 'person' end`,
    actor_label: `'Jo Doe ' || n % ${customers}`,
    action: `case n % 1000 when 0 then 'account suspend' when 1 then 'account credit' else 'ticket.created' end`,
  });
  yield* copyRows('actions', `status = 'succeeded'`, invoices, {
    ...{ account_id: owner, resource_id: `${hosting} + n % ${servers}`, status: status('failed', 'succeeded') },
    ...{
      error_code: `case n % 100 when 0 then 'ENGINE_ERROR' end`,
      finished_at: ago(invoices, MINUTE),
      created_at: ago(invoices, MINUTE),
    },
    error_message: `case n % 100 when 0 then 'The node did not answer.' end`,
  });
  yield* copyRows('mails', `result = 'sent'`, invoices, {
    ...{ account_id: owner, message_id: `'<' || n || '@bench>'`, result: status('given_up', 'sent') },
    ...{
      recipient: email,
      inbox: email,
      cause: `'payment ' || n`,
      ended_at: ago(invoices, MINUTE),
      created_at: ago(invoices, MINUTE),
    },
  });
  const events = yield* maxId('events');
  yield* copyRows('events', 'id is not null', invoices, {
    row_id: `${events + 1_000} + n`,
    id: `${events + 1} + n`,
    account_id: owner,
  });
  yield* copyRows('webhooks', 'true', customers, {
    account_id: owner,
    failing_since: `case n % 100 when 0 then ${now} end`,
  });
  yield* copyRows('api_keys', 'true', customers, { account_id: owner, hash: `'bench ' || n`, hint: `'x'` });
}
