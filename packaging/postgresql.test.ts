import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { install, ownPackage, QUIETLY } from './testing/copies.ts';
import { type Debian, makeDebian } from './testing/debian.ts';
import { describeShip, NEXT, shared } from './testing/shared.ts';

const SETTINGS = '/etc/hostler/hostler.env';

describeShip('debian', 'with PostgreSQL', () => {
  let debian: Debian;

  beforeAll(async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'hostler-debian-postgresql-')), 'root');
    debian = await makeDebian(folder, shared('packages'), { more: ['postgresql'] });
    await debian.boot();
    await debian.must(installWithScript());
    await untilReady();
    await debian.must('hostler account create --name Ada --email ada@example.com');
  });
  afterAll(() => debian.remove());

  const installWithScript = () => `sh /packages/install.sh --package /packages/${ownPackage()} --postgresql`;
  const untilReady = () =>
    until(async () => (await debian.run('curl -fsS http://127.0.0.1:8080/readyz')).code === 0, { everyMs: 300 });
  const readSecrets = () => debian.must(`grep -E '^HOSTLER_(SECRET_KEY|DATABASE_URL)=' ${SETTINGS}`);

  async function expectCustomer(): Promise<void> {
    // A server with another key than that of its database does not start.
    await untilReady();
    expect(await debian.must('hostler account list')).toContain('ada@example.com');
  }

  it('an upgrade keeps the customers, and the settings that lead to them', async () => {
    const secrets = await readSecrets();
    await debian.must(install(`hostler_${NEXT}_amd64.deb`));
    await expectCustomer();
    await debian.must(install(ownPackage()));
    await expectCustomer();
    expect(await readSecrets()).toBe(secrets);
  });

  it('a purge that keeps the data is followed by an installation with the same customers', async () => {
    const secrets = await readSecrets();
    expect(await debian.must(`${QUIETLY} purge hostler`)).toContain(SETTINGS);
    expect(await readSecrets()).toBe(secrets);
    await debian.must(installWithScript());
    await expectCustomer();
    expect(await readSecrets()).toBe(secrets);
  });

  it('a purge of the data deletes the settings, and says that the database stays', async () => {
    await debian.must("echo 'hostler hostler/purge-data boolean true' | debconf-set-selections");
    const printed = await debian.must(`${QUIETLY} purge hostler`);
    expect(printed).toContain('The database on PostgreSQL was not deleted.');
    expect(await debian.run(`test -e ${SETTINGS}`)).toMatchObject({ code: 1 });
  });
});
