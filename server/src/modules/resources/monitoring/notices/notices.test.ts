import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Vault } from '#kernel/crypto.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import type { AlertMetric } from '../alerts/schemas.ts';

let server: TestServer;
let panel: Panel;
let account: number;
let email: string;
let rule = 0;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  const owner = await peopleOf(server).owner();
  ({ panel } = owner);
  account = owner.accountId;
  email = owner.person.email;
  server.clock.standStill();
});
afterAll(() => server.stop());

const CLEAR = ['mails', 'monitoring_notices', 'monitoring_tellings', 'monitoring_alerts'].map((table) =>
  sql(`delete from ${table}`),
);
beforeEach(async () => {
  await server.hostler.db.write(function* () {
    for (const statement of CLEAR) yield* statement.run({});
  });
  server.clock.advance(HOUR);
  await prefer({ mail: true, quiet_from: null, quiet_to: null, time_zone: 'UTC' });
});

const prefer = (body: object) => panel.post('/monitoring/preferences', { account_id: account, ...body });
const MAILS = sql<object, { recipient: string; content: string }>('select recipient, content from mails order by id');

interface Mail {
  to: string;
  subject: string;
  text: string;
}

async function mails(): Promise<Mail[]> {
  const vault = new Vault(server.hostler.config.secretKey);
  const rows = await server.hostler.db.read(MAILS.all({}));
  return rows.map(({ recipient, content }) => ({ to: recipient, ...JSON.parse(vault.open(content)) }));
}
const subjects = async () => (await mails()).map(({ subject }) => subject);

/** Fires an alert and returns a function that resolves it. */
async function fire(message: string, metric: AlertMetric = 'cpu') {
  const { db, customer } = server.hostler;
  const source = { ruleId: ++rule };
  const alert = { source, metric, hostingId: 1, value: 1, threshold: 1, message };
  await db.write(() => customer.alerts.raise(account, alert, server.clock.now()));
  return () => db.write(() => customer.alerts.resolve(account, source, metric, server.clock.now()));
}
const send = (afterMs = 0) => {
  server.clock.advance(afterMs);
  return server.runUpkeep('monitoring.send-notices');
};
/** Advances the clock to this hour and minute, in UTC. */
function waitUntil(time: string): void {
  const today = new Date(server.clock.now()).toISOString().slice(0, 10);
  const at = Date.parse(`${today}T${time}:00Z`);
  server.clock.advance(at > server.clock.now() ? at - server.clock.now() : at + 24 * HOUR - server.clock.now());
}

describe('mail about alerts', () => {
  it('is sent to the owner when an alert fires and when it resolves', async () => {
    const resolve = await fire('The disk is full.');
    await send();
    await send();
    expect(await mails()).toMatchObject([
      { to: email, subject: 'Alert: The disk is full.', text: expect.stringContaining('/monitoring') },
    ]);
    await resolve();
    await send(5 * MINUTE);
    expect(await subjects()).toEqual(['Alert: The disk is full.', 'Resolved: The disk is full.']);
  });

  it('is a single one for many alerts at once', async () => {
    for (let index = 0; index < 25; index++) await fire(`Server ${index} is busy.`);
    await send();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('25 active alerts');
    expect(mail?.text).toContain('Server 19 is busy.');
    expect(mail?.text).not.toContain('Server 20 is busy.');
    expect(mail?.text.replaceAll('\n', ' ')).toContain('The panel shows 5 more');
  });

  it('is sent at most every five minutes with all changes, but at once for a server that is down', async () => {
    await fire('One.');
    await send();
    await fire('Two.');
    await send(MINUTE);
    const resolve = await fire('Three.');
    await send(MINUTE);
    expect(await subjects()).toEqual(['Alert: One.']);
    await resolve();
    await send(3 * MINUTE);
    expect((await subjects()).slice(1)).toEqual(['1 active alert, 1 resolved']);
    await fire('It is off.', 'down');
    await send(MINUTE);
    expect((await subjects()).slice(2)).toEqual(['Alert: It is off.']);
  });

  it('is limited to 12 per hour, and the rest is sent later', async () => {
    for (let index = 1; index <= 13; index++) {
      await fire(`Down ${index}.`, 'down');
      await send(MINUTE);
    }
    expect(await mails()).toHaveLength(12);
    await send(HOUR);
    expect((await subjects()).at(-1)).toBe('Alert: Down 13.');
  });

  it('is sent only to members who enabled it and may read monitoring', async () => {
    const people = peopleOf(server);
    const reader = await people.member(account, { scopes: 'monitoring.read', email: 'reader@example.com' });
    await people.member(account, { scopes: 'hosting.read', email: 'other@example.com' });
    const theirs = await reader.panel.get<PanelApi.MonitoringPreferences>(
      `/monitoring/preferences?account_id=${account}`,
    );
    expect(theirs.body.data.mail).toBe(false);
    await fire('One.');
    await send();
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
    await reader.panel.post('/monitoring/preferences', { account_id: account, mail: true });
    await prefer({ mail: false });
    await fire('Two.');
    await send(5 * MINUTE);
    expect((await mails()).map(({ to }) => to)).toEqual([email, 'reader@example.com']);
    await reader.panel.post('/monitoring/preferences', { account_id: account, mail: false });
  });
});

describe('quiet hours', () => {
  beforeEach(async () => {
    waitUntil('12:00');
    // 22:00 to 07:00 local time, in winter and summer.
    await prefer({ quiet_from: '22:00', quiet_to: '07:00', time_zone: 'Asia/Tokyo' });
    waitUntil('14:00'); // 23:00 there
  });

  it('delay all alerts except down; those still firing are mailed together at the end', async () => {
    await fire('The CPU is busy.');
    await fire('The disk is full.', 'disk');
    const over = await fire('The memory is full.', 'memory');
    await fire('It is off.', 'down');
    await send();
    expect(await subjects()).toEqual(['Alert: It is off.']);
    await over();
    await send(7 * HOUR + 59 * MINUTE);
    expect(await mails()).toHaveLength(1);
    await send(MINUTE);
    const last = (await mails()).at(-1);
    expect(last?.subject).toBe('2 active alerts');
    expect(last?.text).not.toContain('memory');
    await send(10 * MINUTE);
    expect(await mails()).toHaveLength(2);
  });

  it('delay the mail about a resolved alert', async () => {
    waitUntil('12:30');
    const resolve = await fire('The CPU is busy.');
    await send();
    waitUntil('13:30');
    await resolve();
    await send();
    expect(await mails()).toHaveLength(1);
    waitUntil('22:00');
    await send();
    expect((await subjects()).at(-1)).toBe('Resolved: The CPU is busy.');
  });
});

describe('preferences', () => {
  it('are shown and changed per person and account', async () => {
    const change = await prefer({ mail: false, quiet_from: '21:30', quiet_to: '06:00', time_zone: 'Europe/Berlin' });
    const expected = { mail: false, quiet_from: '21:30', quiet_to: '06:00', time_zone: 'Europe/Berlin' };
    expect(change.body.data).toEqual(expected);
    expect((await panel.get(`/monitoring/preferences?account_id=${account}`)).body.data).toEqual(expected);
    expect((await prefer({ mail: true })).body.data).toEqual({ ...expected, mail: true });
  });

  it.each([
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ quiet_from: '22:00', quiet_to: null }, 'quiet_to'],
    [{ quiet_from: '22:00', quiet_to: '22:00' }, 'quiet_to'],
    [{ quiet_from: '24:00', quiet_to: '07:00' }, 'quiet_from'],
  ])('of %j are refused', async (body, field) => {
    const answer = await prefer(body);
    expect([answer.status, answer.body.error.details?.[0]?.field]).toEqual([422, field]);
  });
});
