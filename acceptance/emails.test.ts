import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiData } from '../testing/api-types.ts';
import { openWorld, type World } from './world.ts';

const DOMAIN = 'mail.example.org';
let world: World;
let domain_id: number;

beforeAll(async () => {
  world = await openWorld();
  const { body } = await world.client.post('/domains', world.alpha.live, { domain: DOMAIN });
  domain_id = body.data.id;
  return world.close;
});

const post = <P extends string>(path: P, body: unknown, as = world.alpha.live) =>
  world.client.post<ApiData<'POST', P>>(path, as, body);
const get = <P extends string>(path: P, as = world.alpha.live) => world.client.get<ApiData<'GET', P>>(path, as);

describe('a mailbox', () => {
  test('is created with 201 and a password that is shown once, and can be listed, filtered by domain and shown', async () => {
    const { status, body } = await post('/emails', { address: `Jo@${DOMAIN}`, aliases: [`*@${DOMAIN}`] });
    expect(status).toBe(201);
    const { password, ...mailbox } = body.data;
    expect(mailbox).toMatchObject({ address: `jo@${DOMAIN}`, domain_id, status: 'active', aliases: [`*@${DOMAIN}`] });
    expect(password?.length).toBeGreaterThanOrEqual(16);
    for (const path of [
      `/emails/show?id=${mailbox.id}`,
      '/emails',
      `/emails?domain_id=${domain_id}`,
      '/emails?search=jo',
    ]) {
      const answer = await get(path);
      expect([answer.body.data].flat()).toEqual([mailbox]);
      expect(answer.text).not.toContain(password);
    }
    expect((await get(`/emails?domain_id=${domain_id + 1}`)).body.data).toEqual([]);
  });

  test('returns 404 on a domain of another account, 409 for an existing address, and 422 for a forwarding loop', async () => {
    expect((await post('/emails', { address: `al@${DOMAIN}` }, world.beta.live)).body.error.code).toBe('NOT_FOUND');
    const taken = await post('/emails', { address: `al@${DOMAIN}`, aliases: [`JO@${DOMAIN}`] });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'CONFLICT']);
    // The catch-all delivers to jo.
    const [jo] = (await get('/emails')).body.data;
    const loop = await post('/emails/update', { id: jo?.id, forward_to: [`anybody@${DOMAIN}`] });
    expect([loop.status, loop.body.error.details?.[0]?.field]).toEqual([422, 'forward_to[0]']);
  });

  test('can be updated, suspended, given a new password and removed', async () => {
    const created = (await post('/emails', { address: `bo@${DOMAIN}`, password: 'correct horse' })).body;
    const { id } = created.data;
    // With a chosen password, the message does not ask to keep a generated one.
    expect([created.data.password, created.message]).toEqual([
      null,
      expect.stringContaining('If a password was generated'),
    ]);
    const changed = await post('/emails/update', {
      id,
      quota_mb: 20,
      forward_to: ['bo@example.net'],
      status: 'suspended',
    });
    expect(changed.body.data).toMatchObject({ quota_mb: 20, forward_to: ['bo@example.net'], status: 'suspended' });
    expect((await get('/emails?status=suspended')).body.data.map((mailbox) => mailbox.id)).toEqual([id]);
    const { body } = await post('/emails/password', { id });
    expect(body.data.password?.length).toBeGreaterThanOrEqual(16);
    const removed = await post('/emails/remove', { id });
    expect([removed.status, removed.body.data.address]).toEqual([200, `bo@${DOMAIN}`]);
    expect((await get(`/emails/show?id=${id}`)).status).toBe(404);
  });
});

describe('a domain with mail', () => {
  test('is listed with its verification status, records and mail client settings, and can be verified immediately', async () => {
    const { body } = await get('/emails/domains');
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      domain_id,
      mailboxes: 1,
      settings: { imap: { port: 993 }, smtp: { port: 465 } },
    });
    const purposes = new Set(body.data[0]?.records.map(({ purpose }) => purpose));
    for (const purpose of ['mx', 'spf', 'dmarc', 'srv']) expect(purposes).toContain(purpose);
    const verified = await post('/emails/domains/verify', { domain_id });
    expect([verified.status, verified.body.data.status]).toEqual([200, 'active']);
    expect((await post('/emails/domains/verify', { domain_id }, world.beta.live)).status).toBe(404);
  });

  test('shows its number of mailboxes, and removes them when it is removed', async () => {
    expect((await get(`/domains/show?id=${domain_id}`)).body.data).toMatchObject({ mailboxes: 1 });
    expect((await post('/domains/remove', { id: domain_id })).body.data).toMatchObject({ mailboxes: 1 });
    expect((await get('/emails')).body.data).toEqual([]);
    expect((await get('/emails/domains')).body.data).toEqual([]);
  });
});
