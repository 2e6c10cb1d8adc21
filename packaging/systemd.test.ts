import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyDebian, install, ownPackage, QUIETLY } from './testing/copies.ts';
import type { Debian } from './testing/debian.ts';
import { describeShip, NEXT } from './testing/shared.ts';

describeShip('debian', 'with systemd', () => {
  let debian: Debian;

  beforeAll(async () => {
    debian = await copyDebian();
    await debian.boot();
    await debian.must(install(ownPackage()));
  });
  afterAll(() => debian.remove());

  const isReady = async () => (await debian.run('curl -fsS http://127.0.0.1:8080/readyz')).code === 0;

  it('the service runs as its user, and answers', async () => {
    await until(isReady, { everyMs: 300 });
    expect(await debian.must('systemctl show -p User,UnitFileState hostler')).toBe(
      'User=hostler\nUnitFileState=enabled',
    );
    expect(await debian.must('curl -fsS http://127.0.0.1:8080/')).toContain('<html');
    expect(await debian.must('hostler setup link')).toContain('/setup#');
  });

  it('the firewall helper is installed, disabled, and runs if it is started', async () => {
    const state = 'systemctl show -p UnitFileState --value hostler-firewall-helper hostler-firewall-rules';
    expect((await debian.must(state)).split(/\n+/)).toEqual(['disabled', 'disabled']);
    await debian.must('systemctl start hostler-firewall-helper');
    // There is no engine here: it tries again until there is one.
    await until(
      async () =>
        (await debian.must('journalctl -u hostler-firewall-helper')).includes('the engine or nftables failed'),
      { everyMs: 300 },
    );
    expect(await debian.must('systemctl is-active hostler-firewall-helper')).toBe('active');
    await debian.must('systemctl stop hostler-firewall-helper');
  });

  it.each(['hostler', 'hostler-nightly-copy'])('the service %s may do little beyond its work', async (name) => {
    const rating = await debian.must(`systemd-analyze security --no-pager ${name} | tail -1`);
    expect(Number(/: (\d+\.\d+)/.exec(rating)?.[1])).toBeLessThan(2.5);
  });

  it('the data is copied every night by the service user, and staff get a mail if there is no space', async () => {
    const state = await debian.must('systemctl show -p UnitFileState,ActiveState hostler-nightly-copy.timer');
    expect(state.split('\n').sort()).toEqual(['ActiveState=active', 'UnitFileState=enabled']);
    const drop = '/run/systemd/system/hostler-nightly-copy.service.d';
    // Without active staff the seller is told.
    const settings = 'HOSTLER_COPY_DIR=/srv HOSTLER_SELLER_NAME=Example HOSTLER_SELLER_EMAIL=billing@example.com';
    const small = `[Service]\\nTemporaryFileSystem=/srv:size=1m,mode=1777\\nEnvironment=${settings}\\n`;
    await debian.must(`mkdir -p ${drop} && printf '${small}' > ${drop}/small.conf && systemctl daemon-reload`);
    expect(await debian.run('systemctl start hostler-nightly-copy.service')).toMatchObject({ code: 1 });
    expect(await debian.must('journalctl -u hostler-nightly-copy')).toContain('is too small');
    expect(await debian.must('hostler mail list --json')).toContain('backup-failed');
    await debian.must(`rm -r ${drop} && systemctl daemon-reload && systemctl start hostler-nightly-copy.service`);
    const copies = await debian.must("stat -c '%n %a %U' /var/backups/hostler/nightly-*");
    expect(copies).toMatch(/^\/var\/backups\/hostler\/nightly-\d{8}T\d{6}Z 600 hostler$/);
    await debian.must('systemctl start hostler-nightly-copy.service');
    expect(await debian.must('ls /var/backups/hostler')).toMatch(/^nightly-\w+$/);
    expect(await debian.must('journalctl -u hostler-nightly-copy')).toContain('A copy was made on');
  });

  it('the service starts again after it was killed', async () => {
    const pid = await debian.must('systemctl show --value -p MainPID hostler');
    await debian.must(`kill -9 ${pid}`);
    await until(
      async () => (await debian.must('systemctl show --value -p MainPID hostler')) !== pid && (await isReady()),
      {
        everyMs: 300,
      },
    );
  });

  it('an upgrade restarts server and workers, and a removal stops them', async () => {
    await debian.must('systemctl start hostler-worker@1');
    const pid = await debian.must('systemctl show --value -p MainPID hostler');
    await debian.must(install(`hostler_${NEXT}_amd64.deb`));
    await until(isReady, { everyMs: 300 });
    expect(await debian.must('systemctl show --value -p MainPID hostler')).not.toBe(pid);
    expect(await debian.must('systemctl is-active hostler hostler-worker@1')).toBe('active\nactive');
    await debian.must(`${QUIETLY} remove hostler`);
    expect((await debian.run('systemctl is-active hostler hostler-worker@1')).output).not.toContain('active\nactive');
    expect(await isReady()).toBe(false);
  });
});
