import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { listStatements, toSqliteStatement } from '@hostler/database/testing';
import type { OperatorApi } from '@hostler/testing/api-types.ts';
import { answerWith, startReceiver } from '@hostler/testing/receivers/webhook-receiver.ts';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { readMails, untilMail } from '@hostler/testing/server/mail.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import Sqlite from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';

let server: TestServer;
let jo: Awaited<ReturnType<typeof signInStaff>>;
let kim: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
  jo = await signInStaff(server, 'support');
  kim = await signInStaff(server, 'technician');
  return server.stop;
});

async function openTicket(key: string, ticket: object = {}): Promise<number> {
  const input = { subject: 'Slow', message: 'It is slow.', ...ticket };
  return (await server.post('/tickets', key, input)).body.data.id;
}
const show = async (id: number) =>
  (await jo.get<OperatorApi.StaffTicketWithMessages>(`/tickets/show?id=${id}`)).body.data;

describe('an internal note', () => {
  it('is in no response, event, webhook, mail, audit log or export of the customer', async () => {
    const receiver = await startReceiver(answerWith(200));
    const folder = await mkdtemp(join(tmpdir(), 'hostler-notes-'));
    try {
      const { accountId, panel, person } = await peopleOf(server).owner();
      const { key } = await server.createKey(accountId, 'live');
      await server.post('/webhooks', key, { url: receiver.url, events: ['*'] });
      const id = await openTicket(key);
      const before = (await server.get(`/tickets/show?id=${id}`, key)).body.data;
      const noted = await jo.post<OperatorApi.StaffTicketWithMessages>(`/tickets/note?id=${id}`, {
        note: 'A zebra-secret of ours.',
      });
      expect([noted.status, noted.body.data.notes]).toMatchObject([
        201,
        [{ note: 'A zebra-secret of ours.', author_name: expect.stringMatching(/^Staff/) }],
      ]);
      await jo.post(`/tickets/assign?id=${id}`, { assignee_id: kim.id });
      expect((await server.get(`/tickets/show?id=${id}`, key)).body.data).toEqual(before);
      await jo.post(`/tickets/reply?id=${id}`, { message: 'We look into it.' });
      await untilMail(server.dataDir, person.email, ({ subject }) => subject === 'Support answered: Slow');
      await jo.post(`/tickets/close?id=${id}`);
      await jo.post(`/tickets/note?id=${id}`, { note: 'A zebra-secret after the end.' });
      await receiver.until(3);

      const token = { authorization: `Bearer ${await panel.token(accountId)}` };
      const answers = [
        await server.get(`/tickets/show?id=${id}`, key),
        await server.get('/tickets', key),
        await server.get('/events', key),
        await panel.get(`/audit?account_id=${accountId}&per_page=100`),
        await fetch(`${server.url}/api/v1/tickets/show?id=${id}`, { headers: token }).then(async (response) => ({
          status: response.status,
          body: await response.json(),
        })),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const file = join(folder, 'export.zip');
      const { rows } = await server.run<{ rows: object }>('account export', '--account', accountId, '--to', file);
      const told = JSON.stringify([
        answers.map(({ body }) => body),
        receiver.arrivals,
        await readMails(server.dataDir),
        rows,
        (await readFile(file)).toString('latin1').match(/[a-z_]+\.json/g),
      ]);
      expect(told).toContain('We look into it.');
      for (const hidden of ['zebra', 'note', 'assign', 'staff_id']) {
        expect(told.replaceAll(/credit_note|address_assign/g, '')).not.toContain(hidden);
      }
    } finally {
      await receiver.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is stored in one table only', async () => {
    const { live } = await server.createAccount();
    const id = await openTicket(live);
    await jo.post(`/tickets/note?id=${id}`, { note: 'okapi-secret' }, { 'idempotency-key': 'note-once' });
    const names = await server.hostler.db.read(
      sql<object, { name: string }>(
        runsOnPostgres
          ? `select table_name as name from information_schema.tables where table_schema = current_schema()`
          : `select name from sqlite_master where type = 'table' and name not glob '*_search_*'`,
      ).all({}),
    );
    const holding: string[] = [];
    for (const { name } of names) {
      const rows = await server.hostler.db.read(sql<object, object>(`select * from ${name}`).all({}));
      if (JSON.stringify(rows).includes('okapi-secret')) holding.push(name);
    }
    expect(holding).toEqual(['ticket_notes']);
  });

  it('is audited for staff, and refused if it is empty or too long', async () => {
    const { live, id: account } = await server.createAccount();
    const id = await openTicket(live);
    await jo.post(`/tickets/note?id=${id}`, { note: 'For us.' });
    const [entry] = await server.operator.audit.list({ limit: 1 });
    expect(entry).toMatchObject({ action: 'ticket note', record_id: id, account_id: null, changed: ['note'] });
    expect(await server.operator.audit.list({ account_id: account })).not.toContainEqual(
      expect.objectContaining({ action: 'ticket note' }),
    );
    expect((await jo.post(`/tickets/note?id=${id}`, { note: ' ' })).status).toBe(422);
    expect((await jo.post(`/tickets/note?id=${id}`, { note: 'x'.repeat(20_001) })).status).toBe(422);
    expect((await jo.post('/tickets/note?id=999999', { note: 'x' })).status).toBe(404);
  });
});

describe('the assignee', () => {
  it('is the staff member who replies first, and can be changed by everybody', async () => {
    const { live } = await server.createAccount();
    const id = await openTicket(live);
    await jo.post(`/tickets/reply?id=${id}`, { message: 'Mine.' });
    await kim.post(`/tickets/reply?id=${id}`, { message: 'And I help.' });
    const shown = await show(id);
    expect(shown).toMatchObject({ assignee_id: jo.id, assignee_name: expect.stringMatching(/^Staff/) });
    const names = shown.messages.map(({ author_name }) => author_name);
    expect(new Set(names).size).toBe(3);
    const customer = await server.get(`/tickets/show?id=${id}`, live);
    expect(customer.body.data.messages.slice(1)).toMatchObject([
      { author_name: 'Support' },
      { author_name: 'Support' },
    ]);
    expect(
      (await jo.post<OperatorApi.StaffTicketWithMessages>(`/tickets/assign?id=${id}`, { assignee_id: kim.id })).body
        .data,
    ).toMatchObject({
      assignee_id: kim.id,
    });
    expect((await jo.post<OperatorApi.StaffTicketWithMessages>(`/tickets/assign?id=${id}`)).body.data.assignee_id).toBe(
      null,
    );
    const { person } = await peopleOf(server).owner();
    const wrong = await jo.post(`/tickets/assign?id=${id}`, { assignee_id: person.id });
    expect([wrong.status, wrong.body.error.details?.[0]?.field]).toEqual([422, 'assignee_id']);
  });

  it('is set once if two staff members take the ticket at the same time', async () => {
    const { live } = await server.createAccount();
    for (let round = 0; round < 5; round++) {
      const id = await openTicket(live);
      const take = (who: typeof jo) =>
        who.post<OperatorApi.StaffTicketWithMessages>(`/tickets/assign?id=${id}`, {
          assignee_id: who.id,
          expected_assignee_id: 0,
        });
      const [one, two] = await Promise.all([take(jo), take(kim)]);
      expect([one.status, two.status].sort()).toEqual([200, 409]);
      const [won, lost] = one.status === 200 ? [one, two] : [two, one];
      expect((await show(id)).assignee_id).toBe(won.body.data.assignee_id);
      expect(lost.body.error.message).toMatch(/^Ticket \d+ is now assigned to Staff/);
    }
  });
});

describe('two staff members', () => {
  it('close a ticket once, and the other is told', async () => {
    const { live } = await server.createAccount();
    const id = await openTicket(live);
    const [one, two] = await Promise.all([jo, kim].map((who) => who.post(`/tickets/close?id=${id}`)));
    expect([one?.status, two?.status].sort()).toEqual([200, 409]);
    const refused = [one, two].find((answer) => answer?.status === 409);
    expect(refused?.body.error).toMatchObject({ code: 'TICKET_CLOSED', message: `Ticket ${id} is already closed.` });
    for (const path of ['reply', 'assign', 'update']) {
      const late = { message: 'More', assignee_id: jo.id, priority: 'low' };
      expect((await jo.post(`/tickets/${path}?id=${id}`, late)).body.error.code).toBe('TICKET_CLOSED');
    }
  });

  it('do not answer a message that they have not read', async () => {
    const { live } = await server.createAccount();
    const id = await openTicket(live);
    const read = (await show(id)).messages.at(-1)?.id;
    const reply = (who: typeof jo) =>
      who.post<OperatorApi.TicketReply>(`/tickets/reply?id=${id}`, { message: 'Done.', last_message_id: read });
    const [one, two] = await Promise.all([reply(jo), reply(kim)]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const refused = one.status === 409 ? one : two;
    expect(refused.body.error.message).toMatch(/has a newer message from Staff .* Read it/);
    await server.post('/tickets/reply', live, { id, message: 'No.' });
    const closing = await jo.post(`/tickets/close?id=${id}`, { last_message_id: read });
    expect(closing.body.error.message).toContain('a newer message from the customer');
    const newest = (await show(id)).messages.at(-1)?.id;
    expect((await jo.post(`/tickets/close?id=${id}`, { message: 'Sorry.', last_message_id: newest })).status).toBe(200);
    expect((await show(id)).messages.map(({ message }) => message)).toEqual(['It is slow.', 'Done.', 'No.', 'Sorry.']);
  });

  it('see for 15 seconds that the other is writing', async () => {
    const { live } = await server.createAccount();
    const id = await openTicket(live);
    const watch = async (who: typeof jo) =>
      (await who.get<OperatorApi.TicketWriting>(`/tickets/writing?id=${id}`)).body.data;
    expect((await jo.post(`/tickets/writing?id=${id}`)).status).toBe(200);
    expect((await watch(kim)).writing).toMatchObject([{ id: jo.id }]);
    expect(await watch(jo)).toEqual({ writing: [], last_message_id: (await show(id)).messages[0]?.id });
    server.clock.advance(16_000);
    expect((await watch(kim)).writing).toEqual([]);
    await jo.post(`/tickets/writing?id=${id}`);
    await jo.post(`/tickets/reply?id=${id}`, { message: 'Sent.' });
    expect((await watch(kim)).writing).toEqual([]);
    expect((await jo.post('/tickets/writing?id=999999')).status).toBe(404);
    await jo.post(`/tickets/writing?id=${id}`);
    server.clock.advance(2 * MINUTE);
    await server.runUpkeep('tickets.forget-writers');
    const rows = sql<object, { count: number }>('select count(*) as count from ticket_writers');
    expect(await server.hostler.db.read(rows.one({}))).toEqual({ count: 0 });
  });
});

describe('priority and department', () => {
  it('are changed by staff and seen by the customer', async () => {
    const { live } = await server.createAccount();
    const id = await openTicket(live);
    const changed = await kim.post<OperatorApi.StaffTicketWithMessages>(`/tickets/update?id=${id}`, {
      priority: 'urgent',
      department: 'network',
    });
    expect(changed.body.data).toMatchObject({ priority: 'urgent', department: 'network' });
    expect((await server.get(`/tickets/show?id=${id}`, live)).body.data).toMatchObject({ priority: 'urgent' });
    expect((await kim.post(`/tickets/update?id=${id}`, {})).status).toBe(422);
    expect((await kim.post(`/tickets/update?id=${id}`, { priority: 'odd' })).status).toBe(422);
    expect((await kim.post(`/tickets/update?id=${id}`, { department: 'x'.repeat(65) })).status).toBe(422);
  });
});

describe('the queues', () => {
  it('count open tickets, and the list has the same filters', async () => {
    const { live, id: account } = await server.createAccount();
    const count = async () => (await jo.get<OperatorApi.TicketQueues>('/tickets/queues')).body.data;
    const openIn = (queues: OperatorApi.TicketQueues, name: string) =>
      queues.departments.find(({ department }) => department === name)?.open ?? 0;
    const start = await count();
    const [first, second, third] = [
      await openTicket(live, { department: 'sales' }),
      await openTicket(live, { department: 'sales', priority: 'high' }),
      await openTicket(live, { department: 'zoo' }),
    ];
    await jo.post(`/tickets/assign?id=${second}`, { assignee_id: jo.id });
    await jo.post(`/tickets/close?id=${third}`);
    const end = await count();
    expect(end.open - start.open).toBe(2);
    expect(end.unassigned - start.unassigned).toBe(1);
    expect(end.mine - start.mine).toBe(1);
    expect(openIn(end, 'sales') - openIn(start, 'sales')).toBe(2);
    expect(openIn(end, 'zoo')).toBe(0);

    const list = async (query: string) => {
      const { body } = await jo.get<OperatorApi.StaffTicket[]>(`/tickets?account=${account}&${query}`);
      expect(body.meta.total).toBe(body.data.length);
      return body.data.map(({ id }) => id);
    };
    expect(await list('')).toEqual([third, second, first]);
    expect(await list('queue=open')).toEqual([second, first]);
    expect(await list('queue=unassigned')).toEqual([first]);
    expect(await list('queue=waiting')).toEqual([second, first]);
    expect(await list(`queue=open&assignee_id=${jo.id}`)).toEqual([second]);
    expect(await list('priority=high')).toEqual([second]);
    expect(await list('department=sales&queue=unassigned')).toEqual([first]);
    expect((await jo.get('/tickets?queue=odd')).status).toBe(400);
    const { body } = await kim.get<OperatorApi.TicketAssignees>('/tickets/assignees');
    expect(body.data.assignees.map(({ id }) => id)).toEqual(expect.arrayContaining([jo.id, kim.id]));
  });
});

describe.skipIf(runsOnPostgres)('the plans of SQLite', () => {
  it('read queues and filtered lists by an index', async () => {
    await jo.get('/tickets/queues');
    for (const query of [
      'queue=open',
      'queue=waiting',
      'queue=unassigned',
      `queue=open&assignee_id=${jo.id}`,
      'status=closed',
    ]) {
      await jo.get(`/tickets?${query}`);
    }
    for (const query of ['department=sales', 'priority=high', `assignee_id=${jo.id}`])
      await jo.get(`/tickets?${query}`);
    const schema = new Sqlite(`${server.hostler.config.dataDir}/hostler.db`, { readonly: true });
    const own = listStatements().filter(
      ({ text, written, accountIndex }) =>
        written.length === 0 && accountIndex < 0 && /as unassigned|from met|as id from tickets as t/s.test(text),
    );
    const plans = own.map(({ text, placeholders }) => {
      const plan = schema.prepare(`explain query plan ${toSqliteStatement(text)}`).all(placeholders.map(() => 1));
      return (plan as { detail: string }[]).map(({ detail }) => detail).join('; ');
    });
    schema.close();
    const used = plans.flatMap((plan) => [...plan.matchAll(/INDEX (tickets_\w+)/g)].map(([, name]) => name));
    expect([...new Set(used)].sort()).toEqual([
      'tickets_by_assignee',
      'tickets_by_department',
      'tickets_by_priority',
      'tickets_of_all_by_status',
      'tickets_open',
      'tickets_open_by_assignee',
      'tickets_open_by_department',
      'tickets_unassigned',
      'tickets_waiting',
    ]);
    // Only the ids that were found are sorted.
    const sorts = plans.map((plan) => plan.replace('SCAN found; USE TEMP B-TREE FOR ORDER BY', ''));
    expect(sorts.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([]);
  });
});

describe('a canned reply', () => {
  it('is created, found, changed and removed by every role', async () => {
    const made = await kim.post<OperatorApi.CannedReply>('/canned-replies', {
      title: 'Reboot',
      message: 'Please reboot.\nThanks.',
    });
    expect([made.status, made.body.data]).toMatchObject([201, { title: 'Reboot', message: 'Please reboot.\nThanks.' }]);
    const { id } = made.body.data;
    expect((await kim.post('/canned-replies', { title: 'Reboot', message: 'Twice' })).status).toBe(409);
    expect((await jo.get<OperatorApi.CannedReply[]>('/canned-replies?search=reboot')).body.data).toMatchObject([
      { id },
    ]);
    expect((await jo.post(`/canned-replies/update?id=${id}`, { title: 'Restart' })).body.data).toMatchObject({
      title: 'Restart',
      message: 'Please reboot.\nThanks.',
    });
    const other = await jo.post<OperatorApi.CannedReply>('/canned-replies', { title: 'Other', message: 'Hello.' });
    const taken = await jo.post(`/canned-replies/update?id=${other.body.data.id}`, { title: 'Restart' });
    expect([taken.status, taken.body.error.message]).toEqual([409, expect.stringContaining('Choose another title')]);
    expect((await jo.post('/canned-replies', { title: ' ', message: '' })).status).toBe(422);
    const removed = await Promise.all([jo, kim].map((who) => who.post(`/canned-replies/remove?id=${id}`)));
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
