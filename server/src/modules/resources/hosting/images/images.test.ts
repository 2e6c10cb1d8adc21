import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi } from '@hostler/testing/server/staff.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  await server.operator.plans.create({
    ...{ name: 'Base', price: 0, image: 'debian/13', images: ['alpine/3.22', 'ubuntu/24.04/cloud'] },
    ...{ disk_gb: 10, memory_mb: 1024 },
  });
  await server.operator.plans.create({ name: 'Hidden', price: 0, image: 'secret/1', hidden: true });
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.createAccount();
  for (const { slug } of await server.operator.images.list()) await server.operator.images.remove({ slug });
});

const list = async (search = '') => (await server.get(`/hosting/images?search=${search}`, account.live)).body;
const order = (body: object = {}) =>
  server.post('/subscriptions', account.live, { plan: 'Base', hostname: 'shop.example.com', ...body });
const imageOf = async (subscription: number) => {
  const { body } = await server.get(`/subscriptions/show?id=${subscription}`, account.live);
  return (await server.get(`/hosting/show?id=${body.data.hosting_id}`, account.live)).body.data.image;
};

describe('without any listed image', () => {
  it('the images of public plans are offered and can be ordered', async () => {
    const { data, meta } = await list();
    expect(meta.total).toBe(3);
    expect(data.map(({ slug, name, cloud_init }) => [slug, name, cloud_init])).toEqual([
      ['alpine/3.22', 'Alpine 3.22', false],
      ['debian/13', 'Debian 13', false],
      ['ubuntu/24.04/cloud', 'Ubuntu 24.04', true],
    ]);
    const { status, body } = await order({ image: 'alpine/3.22' });
    expect([status, await imageOf(body.data.id)]).toEqual([201, 'alpine/3.22']);
    expect((await order({ image: 'secret/1' })).status).toBe(422);
  });
});

describe('the list of images', () => {
  it('is kept by commands and describes the images of plans', async () => {
    const added = await server.run('image add', '--slug', 'debian/13', '--min-disk-gb', 4, '--cloud-init', 'yes');
    expect(added).toMatchObject({ slug: 'debian/13', name: 'Debian 13', family: 'debian', version: '13', icon: null });
    await expect(server.run('image add', '--slug', 'debian/13')).rejects.toMatchObject({ code: 'CONFLICT' });
    await server.run('image change', '--slug', 'debian/13', '--icon', 'debian', '--name', 'Debian GNU/Linux 13');
    expect((await list('gnu')).data).toMatchObject([
      { slug: 'debian/13', name: 'Debian GNU/Linux 13', icon: 'debian', min_disk_gb: 4, cloud_init: true },
    ]);
    expect((await list()).meta.total).toBe(3);
    await server.run('image remove', '--slug', 'debian/13');
    expect((await list('gnu')).data).toEqual([]);
    for (const given of [
      ['--slug', 'not a slug'],
      ['--slug', 'x', '--min-disk-gb', 2_000_000],
      ['--slug', 'x', '--icon', '<svg>'],
      ['--slug', 'x', '--default-user', 'a b'],
    ] as const) {
      await expect(server.run('image add', ...given)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
    await expect(server.run('image deprecate', '--slug', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is in the operator API for technicians', async () => {
    const keyOf = async (role: string) => (await server.operator.operatorKeys.create({ name: role, role })).key;
    const [technician, support] = [await keyOf('technician'), await keyOf('support')];
    const post = (path: string, key: string, body: object) =>
      callOperatorApi(server, 'POST', `/catalog/images${path}`, { 'x-api-key': key }, body);
    expect((await post('', support, { slug: 'x/1' })).status).toBe(403);
    expect((await post('', technician, { slug: 'x/1' })).status).toBe(201);
    expect((await post('/deprecate', technician, { id: 'x/1' })).status).toBe(200);
    const { body } = await callOperatorApi(server, 'GET', '/catalog/images?status=deprecated', {
      'x-api-key': support,
    });
    expect(body.data).toMatchObject([{ slug: 'x/1', deprecated_at: expect.any(String) }]);
    expect((await post('/remove', technician, { id: 'x/1' })).status).toBe(200);
  });

  it('refuses a new order with a deprecated image, which plans no longer offer, and keeps existing servers', async () => {
    const { id } = (await order({ image: 'debian/13' })).body.data;
    await server.operator.images.add({ slug: 'debian/13' });
    await server.operator.images.deprecate({ slug: 'debian/13' });
    const { status, body } = await order({ image: 'debian/13' });
    expect([status, body.error.details]).toEqual([
      422,
      [
        {
          field: 'image',
          message: 'Debian 13 is deprecated. Choose another.',
          reason: 'image_deprecated',
          params: { image: 'Debian 13' },
        },
      ],
    ]);
    expect(await imageOf(id)).toBe('debian/13');
    const plans = (await server.get('/subscriptions/plans', account.live)).body.data;
    expect(plans.find(({ name }) => name === 'Base')?.images).toEqual(['alpine/3.22', 'ubuntu/24.04/cloud']);
    expect(await imageOf((await order()).body.data.id)).toBe('alpine/3.22');
    await server.operator.images.deprecate({ slug: 'debian/13', undo: true });
    expect((await order({ image: 'debian/13' })).status).toBe(201);
  });

  it('refuses an order with an image that is too large for the plan', async () => {
    await server.operator.images.add({ slug: 'debian/13', min_disk_gb: 11 });
    await server.operator.images.add({ slug: 'alpine/3.22', min_memory_mb: 1025 });
    const [disk, memory] = [await order({ image: 'debian/13' }), await order({ image: 'alpine/3.22' })];
    expect(disk.body.error.details).toEqual([
      {
        field: 'image',
        message: 'Debian 13 needs a disk of at least 11 GiB.',
        reason: 'image_needs_disk',
        params: { image: 'Debian 13', min: 11 },
      },
    ]);
    expect(memory.body.error.details).toEqual([
      {
        field: 'image',
        message: 'Alpine 3.22 needs at least 1025 MiB of memory.',
        reason: 'image_needs_memory',
        params: { image: 'Alpine 3.22', min: 1025 },
      },
    ]);
    await server.operator.images.add({ slug: 'ubuntu/24.04/cloud', min_disk_gb: 11 });
    const none = await order();
    expect([none.status, none.body.error.message]).toEqual([
      409,
      'Base has no image that can be ordered at the moment. Choose another plan.',
    ]);
  });
});
