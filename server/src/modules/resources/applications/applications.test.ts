import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { Action, ApplicationWithCredentials } from '@hostler/testing/api-types.ts';
import { makeServer, writeRecipe } from '@hostler/testing/server/recipes.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setOutcomes } from '#engines/vps/simulated-steps/outcomes.ts';
import type { ApplicationDetails } from './schemas.ts';

let server: TestServer;
let account: TestAccount;
let hosting: number;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-recipes-'));
  mkdirSync(folder, { recursive: true });
  writeRecipe(folder, {
    slug: 'notes',
    url: 'http://{address}/{title}',
    parameters: [
      { name: 'title', label: 'Title', type: 'string', default: 'Notes', multiline: true, max: 10_000 },
      { name: 'pages', label: 'Pages', type: 'integer', min: 1, max: 100, default: 5 },
      { name: 'public', label: 'Public', type: 'boolean', default: false },
      { name: 'size', label: 'Size', type: 'choice', choices: ['small', 'large'], default: 'small' },
      {
        name: 'short',
        label: 'Short',
        type: 'string',
        required: false,
        pattern: '[a-z]+',
        hint: 'must be small letters.',
      },
      { name: 'admin_password', label: 'Password', type: 'secret', generated: true },
    ],
    steps: [
      { name: 'Write it down', check: 'false', script: 'true' },
      { name: 'Tell it', script: 'true' },
      { name: 'Done before', check: 'true', script: 'false' },
    ],
    health: { script: 'true', retries: 2, pause: 0 },
    removal: [{ name: 'Tear it up', script: 'true' }],
  });
  writeRecipe(folder, {
    slug: 'breaks',
    steps: [
      { name: 'Begin', script: 'true' },
      { name: 'Fall over', script: 'false' },
      { name: 'Never reached', script: 'true' },
    ],
    removal: [{ name: 'Clear away', script: 'true' }],
  });
  writeRecipe(folder, { slug: 'sick', health: { script: 'false', retries: 2, pause: 0 } });
  writeRecipe(folder, { slug: 'large', needs: { memory_mb: 999_999 } });
  writeRecipe(folder, { slug: 'elsewhere', needs: { systems: ['windows'] } });
  writeRecipe(folder, { slug: 'nested', needs: { nesting: true } });
  writeRecipe(folder, { slug: 'many', single: false });
  writeRecipe(folder, { slug: 'stays', removal: [{ name: 'Refuse', script: 'false' }] });
  server = await startTestServer({ env: { HOSTLER_RECIPE_DIR: folder } });
  // Tests of scripts run them in a container: acceptance/engines/recipes.test.ts.
  await setOutcomes(join(server.dataDir, 'simulated', 'vps'), {
    'notes/Write it down': {},
    'notes/Tell it': {
      stdout:
        '{PARAM_TITLE}\n{PARAM_PAGES} {PARAM_PUBLIC} {PARAM_SIZE} [{PARAM_SHORT}]\nThe password is {PARAM_ADMIN_PASSWORD}.\n',
    },
    'notes/Done before/check': { exitCode: 0 },
    'notes/Done before': { exitCode: 1 },
    'breaks/Fall over': { stderr: 'It got no further.\n', exitCode: 3 },
    'breaks/Clear away': [{ stdout: 'cleared\n' }, { exitCode: 1 }],
    'sick/Health check': { stdout: 'No answer.\n', exitCode: 1 },
    'stays/Refuse': { stdout: 'I stay.\n', exitCode: 1 },
  });
  account = await server.createAccount();
  hosting = await makeServer(server, account.id);
});
afterAll(() => server.stop());
/** Every test starts with an empty server. */
afterEach(async () => {
  for (const { id, status } of (await server.get('/applications', account.live)).body.data) {
    if (status === 'running') await remove(id);
  }
});

const install = (body: object, key = account.live, headers?: Record<string, string>) =>
  server.post('/applications', key, { hosting_id: hosting, ...body }, headers);
const show = async (id: number) => (await server.get(`/applications/show?id=${id}`, account.live)).body.data;
const endOf = (action: number) => server.endOf(action, account.live);

async function installed(body: object): Promise<ApplicationWithCredentials & ApplicationDetails> {
  const answer = await install(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  expect(await endOf(answer.body.data.action_id)).toMatchObject({ status: 'succeeded', progress: 100 });
  return { ...answer.body.data, ...(await show(answer.body.data.id)) };
}

async function remove(id: number): Promise<Action> {
  const { status, body } = await server.post(`/applications/remove?id=${id}`, account.live);
  expect(status, JSON.stringify(body)).toBe(202);
  return endOf(body.data.action_id);
}

describe('the application catalog', () => {
  it('lists recipes by name, searches them, and filters by what fits a server', async () => {
    const all = await server.get('/applications/catalog?per_page=100', account.live);
    const names = all.body.data.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
    expect(all.body.meta.total).toBe(names.length);
    const found = await server.get('/applications/catalog?search=WELCOME', account.live);
    expect(found.body.data).toMatchObject([
      { slug: 'welcome-message', steps: ['Back up the previous message', 'Write the message'] },
    ]);
    const fitting = await server.get(`/applications/catalog?hosting_id=${hosting}&per_page=100`, account.live);
    const slugs = fitting.body.data.map(({ slug }) => slug);
    expect(slugs).toContain('notes');
    for (const misfit of ['large', 'elsewhere', 'nested']) expect(slugs).not.toContain(misfit);
    expect((await server.get('/applications/catalog?hosting_id=4711', account.live)).status).toBe(404);
  });
});

describe('an installation', () => {
  it('runs the steps, checks health, emits application.installed, and can be removed', async () => {
    const { body } = await install({ slug: 'notes', parameters: { title: 'shop' } });
    expect(body.data).toMatchObject({
      slug: 'notes',
      name: 'NOTES',
      version: '1.0',
      status: 'installing',
      installed_at: null,
    });
    expect(body.data.credentials.admin_password).toMatch(/^[0-9A-Za-z]{24}$/);
    await endOf(body.data.action_id);
    const application = await show(body.data.id);
    expect(application).toMatchObject({
      status: 'running',
      error: null,
      installed_at: expect.any(String),
      parameters: { title: 'shop', pages: 5, public: false, size: 'small', short: null, admin_password: null },
      steps: [
        { name: 'Write it down', phase: 'install', status: 'succeeded', output: '' },
        { name: 'Tell it', status: 'succeeded', output: 'shop\n5 false small []\nThe password is ***.' },
        { name: 'Done before', status: 'skipped', output: '' },
        { name: 'Health check', status: 'succeeded' },
      ],
    });
    expect(application.url).toMatch(/^http:\/\/[\d.]+\/shop$/);
    // Events are numbered after their commit.
    await server.until('/events?limit=100', account.live, (events) =>
      events.some(({ event, data }) => event === 'application.installed' && data.id === application.id),
    );
    const listed = await server.get(`/applications?hosting_id=${hosting}&status=running&search=not`, account.live);
    expect(listed.body.data).toMatchObject([{ id: application.id }]);
    expect(await remove(application.id)).toMatchObject({ status: 'succeeded' });
    expect((await server.get(`/applications/show?id=${application.id}`, account.live)).status).toBe(404);
    expect((await server.get(`/applications?hosting_id=${hosting}`, account.live)).body.meta.total).toBe(0);
  });

  it.each([
    ['quotes', `'"\`'\\''"`],
    ['a command', '$(touch /hacked) `touch /hacked` ; touch /hacked & $IFS | > /hacked'],
    ['line breaks', 'one\ntwo\n; touch /hacked\n'],
    ['leading dashes', '-n -e --help'],
    ['other alphabets', 'Zürich 東京 👩‍🚀'],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('passes %s to the steps unchanged', async (_what, title) => {
    const application = await installed({ slug: 'notes', parameters: { title } });
    expect(application.parameters.title).toBe(title);
    expect(application.steps[1]?.output).toBe(`${title}\n5 false small []\nThe password is ***.`);
    await remove(application.id);
  });

  it('stores no secret in any table after it ends', async () => {
    const secret = 'a secret that nobody keeps!';
    const application = await installed({ slug: 'notes', parameters: { admin_password: secret } });
    expect(application.credentials).toEqual({ admin_password: secret });
    for (const table of [
      'applications',
      'application_steps',
      'actions',
      'events',
      'audit_entries',
      'requests',
      'jobs',
    ]) {
      const rows = await server.hostler.db.read(sql<object, object>(`select * from ${table}`).all({}));
      expect(JSON.stringify(rows), table).not.toContain(secret);
    }
    const actions = await server.hostler.db.read(
      sql<object, { input: string | null }>(`select input from actions where type like 'application.%'`).all({}),
    );
    expect(actions.every(({ input }) => input === null)).toBe(true);
    await remove(application.id);
  });

  it('returns the same credentials for a repeated Idempotency-Key and installs once', async () => {
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [
      await install({ slug: 'notes' }, account.live, headers),
      await install({ slug: 'notes' }, account.live, headers),
    ];
    expect(second.body).toEqual(first.body);
    const kept = await server.hostler.db.read(sql<object, object>('select * from idempotency_records').all({}));
    expect(JSON.stringify(kept)).not.toContain(first.body.data.credentials.admin_password);
    await endOf(first.body.data.action_id);
    await remove(first.body.data.id);
  });

  it('cleans up after a failed step and names the step in the error', async () => {
    const { body } = await install({ slug: 'breaks' });
    const message = 'Step 2 of 4, Fall over, failed: It got no further.';
    expect(await endOf(body.data.action_id)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message },
    });
    expect(await show(body.data.id)).toMatchObject({
      status: 'failed',
      error: message,
      installed_at: null,
      steps: [
        { name: 'Begin', status: 'succeeded' },
        { name: 'Fall over', status: 'failed', output: 'It got no further.' },
        { name: 'Never reached', status: 'skipped', started_at: null },
        { name: 'Health check', status: 'skipped' },
        { name: 'Clear away', phase: 'remove', status: 'succeeded', output: 'cleared' },
      ],
    });
    const again = await install({ slug: 'breaks' });
    expect(again.status).toBe(202);
    await endOf(again.body.data.action_id);
    expect((await server.get(`/applications/show?id=${body.data.id}`, account.live)).status).toBe(404);
    expect(await remove(again.body.data.id)).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('It could not be removed: step 1 of 1, Clear away, failed') },
    });
  });

  it('fails if the health check never passes, even if every step succeeded', async () => {
    const { body } = await install({ slug: 'sick' });
    await endOf(body.data.action_id);
    expect(await show(body.data.id)).toMatchObject({
      status: 'failed',
      error: 'Step 2 of 2, Health check, failed: No answer.',
    });
    await remove(body.data.id);
  });

  it('becomes failed with a reason when its removal fails', async () => {
    const application = await installed({ slug: 'stays' });
    await remove(application.id);
    expect(await show(application.id)).toMatchObject({
      status: 'failed',
      error: 'It could not be removed: step 1 of 1, Refuse, failed: I stay.',
    });
  });
});

describe('an installation request', () => {
  it.each([
    ['an unknown slug', { slug: 'nothing' }, 'slug', 'is not in the catalog. See /applications/catalog.'],
    [
      'an unknown parameter',
      { slug: 'notes', parameters: { colour: 'red' } },
      'parameters.colour',
      'is not a known field.',
    ],
    ['a number that is text', { slug: 'notes', parameters: { pages: '5' } }, 'parameters.pages', 'must be an integer.'],
    [
      'a number that is too large',
      { slug: 'notes', parameters: { pages: 101 } },
      'parameters.pages',
      'must be at most 100.',
    ],
    [
      'another choice',
      { slug: 'notes', parameters: { size: 'huge' } },
      'parameters.size',
      'must be one of: small, large.',
    ],
    [
      'what does not match',
      { slug: 'notes', parameters: { short: 'ABC' } },
      'parameters.short',
      'must be small letters.',
    ],
    [
      'a NUL',
      { slug: 'notes', parameters: { title: 'a\0b' } },
      'parameters.title',
      'must not contain control characters or broken Unicode.',
    ],
    [
      'a line break where there is one line',
      { slug: 'notes', parameters: { admin_password: 'long enough\nbut two' } },
      'parameters.admin_password',
      'must be one line without control characters or broken Unicode.',
    ],
    [
      'a secret that is short',
      { slug: 'notes', parameters: { admin_password: 'short' } },
      'parameters.admin_password',
      'must be at least 8 characters long.',
    ],
    [
      'a text that is too long',
      { slug: 'notes', parameters: { title: 'x'.repeat(10_001) } },
      'parameters.title',
      'must be at most 10000 characters long.',
    ],
    [
      'far too much',
      { slug: 'notes', parameters: { title: 'x'.repeat(70_000) } },
      'parameters',
      'must not be larger than 64 KiB.',
    ],
    ['parameters that are a list', { slug: 'notes', parameters: ['a'] }, 'parameters', 'must be an object.'],
  ])('with %s is refused with the name of the field', async (_what, body, field, message) => {
    const answer = await install(body);
    expect(answer.status).toBe(422);
    const details = answer.body.error.details?.map(({ reason: _, params: __, ...detail }) => detail);
    expect(details).toEqual([{ field, message }]);
  });

  it.each([
    ['large', 'LARGE needs 999999 MB of memory, and this server has 1024 MB.'],
    ['elsewhere', 'ELSEWHERE requires windows, and this server was created from debian/13.'],
    ['nested', 'NESTED runs containers of its own, which this server may not. Ask for a plan that allows it.'],
  ])('for recipe %s that does not fit the server is refused with the reason', async (slug, message) => {
    const { status, body } = await install({ slug });
    expect([status, body.error.code, body.error.message]).toEqual([409, 'CONFLICT', message]);
  });

  it('is refused for a second copy of a single-install recipe or during another installation', async () => {
    const first = await installed({ slug: 'notes' });
    expect((await install({ slug: 'notes' })).body.error.message).toBe(
      'This server already has NOTES, which can be installed only once.',
    );
    const [one, two] = await Promise.all([install({ slug: 'many' }), install({ slug: 'many' })]);
    const statuses = [one.status, two.status].sort();
    // The first installation may end before the second request arrives.
    expect([
      [202, 202],
      [202, 409],
    ]).toContainEqual(statuses);
    for (const { status, body } of [one, two]) if (status === 202) await endOf(body.data.action_id);
    const third = await installed({ slug: 'many' });
    for (const { id } of (await server.get('/applications?search=many', account.live)).body.data) await remove(id);
    expect(third.status).toBe('running');
    await remove(first.id);
  });

  it('is refused for a server of another account or a server that is not running', async () => {
    const other = await server.createAccount();
    expect((await install({ slug: 'notes' }, other.live)).status).toBe(404);
    const stopped = await makeServer(server, account.id, 'stopped.example.com');
    await server.finish(server.operator.hosting.stop({ id: stopped }));
    const { status, body } = await install({ slug: 'notes', hosting_id: stopped });
    expect([status, body.error.code]).toEqual([409, 'VPS_NOT_RUNNING']);
  });

  it('is refused above the applications limit of the account', async () => {
    const { total } = (await server.get('/applications', account.live)).body.meta;
    await server.run('account limits', '--account', account.id, '--set', `applications=${Number(total) + 1}`);
    const first = await installed({ slug: 'many' });
    expect((await install({ slug: 'many' })).body.error.code).toBe('QUOTA_EXCEEDED');
    await server.run('account limits', '--account', account.id, '--set', 'applications=default');
    await remove(first.id);
  });
});

describe('the sandbox', () => {
  it('answers like live mode, simulates success and failure, and creates no application', async () => {
    const { status, body } = await install({ slug: 'notes' }, account.test);
    expect([status, body.data.status]).toEqual([202, 'installing']);
    const action = await server.get(`/actions/show?id=${body.data.action_id}`, account.test);
    expect(action.body.data.status).toBe('succeeded');
    expect((await server.get('/applications?search=notes', account.test)).body.meta.total).toBe(0);
    const failed = await install({ slug: 'notes' }, account.test, { 'x-sandbox-scenario': 'fail' });
    const failure = await server.get(`/actions/show?id=${failed.body.data.action_id}`, account.test);
    expect(failure.body.data.status).toBe('failed');
  });
});

describe('the operator', () => {
  it('lists the catalog, installs and removes applications by command', async () => {
    const catalog = await server.run<{ slug: string }[]>('application catalog');
    expect(catalog.map(({ slug }) => slug)).toContain('notes');
    const made = await server.run<ApplicationWithCredentials>(
      ...(['application install', '--hosting', hosting, '--slug', 'notes'] as const),
      ...(['--parameter', 'title=a=b', '--parameter', 'pages=7', '--parameter', 'public=true'] as const),
    );
    expect(made.credentials.admin_password).toHaveLength(24);
    await endOf(made.action_id);
    expect((await show(made.id)).parameters).toMatchObject({ title: 'a=b', pages: 7, public: true });
    const listed = await server.run<{ id: number; account_id: number }[]>('application list', '--account', account.id);
    expect(listed).toContainEqual(expect.objectContaining({ id: made.id, account_id: account.id, status: 'running' }));
    const { action_id } = await server.run<ApplicationWithCredentials>('application remove', '--id', made.id);
    expect((await endOf(action_id)).status).toBe('succeeded');
  });
});
