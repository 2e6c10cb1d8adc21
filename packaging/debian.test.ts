import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Debian, makeDebian } from './testing/debian.ts';
import { buildPackage, packAgain } from './testing/packages.ts';
import { makeReleasedData } from './testing/released-data.ts';
import { sharedPackage } from './testing/shared.ts';

const NEXT = '9.0.0';
const BROKEN = '9.0.1';
const MEGABYTE = 1_000_000;
const QUIETLY = 'DEBIAN_FRONTEND=noninteractive apt-get -o Dpkg::Use-Pty=0 --quiet --yes --allow-downgrades';

let folder: string;
let file: string;
let bare: Debian;

/** The script, with its options. */
const script = (options: string) => `sh /packages/install.sh ${options}`;
const install = (name: string) => `${QUIETLY} install /packages/${name}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostler-ship-'));
  const packages = join(folder, 'packages');
  mkdirSync(packages);
  copyFileSync(new URL('../install.sh', import.meta.url), join(packages, 'install.sh'));
  file = join(packages, basename(sharedPackage()));
  copyFileSync(sharedPackage(), file);
  await packAgain(file, packages, NEXT);
  const broken = '#!/bin/sh\n[ "$1" = migrate ] || exit 0\necho "The database is too new."\nexit 1\n';
  await packAgain(file, packages, BROKEN, { 'usr/bin/hostler': broken });
  bare = await makeDebian(join(folder, 'bare'), packages);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readVersion(debian: Debian): Promise<string> {
  return debian.must("dpkg --status hostler | sed -n 's/^Version: //p'");
}

/** Copies the bare Debian, so that no test depends on another. */
async function makeCopy(name: string): Promise<Debian> {
  return bare.copy(join(folder, name));
}

describe('the Debian package', () => {
  it('is smaller than 60 MB', () => {
    expect(statSync(file).size).toBeLessThan(60 * MEGABYTE);
  });

  it('has no error or warning of lintian', () => {
    const tags = [
      '--suppress-tags',
      'initial-upload-closes-no-bugs',
      '--fail-on',
      'error,warning',
      '--tag-display-limit',
      '0',
    ];
    execFileSync('lintian', [...tags, file], { stdio: ['ignore', 'inherit', 'inherit'] });
  });

  it('is built for ARM too', async () => {
    const arm = await buildPackage(join(folder, 'arm'), 'arm64');
    expect(execFileSync('dpkg-deb', ['--field', arm, 'Architecture'], { encoding: 'utf8' }).trim()).toBe('arm64');
    const node = execFileSync(
      'sh',
      ['-c', `dpkg-deb --fsys-tarfile ${arm} | tar -xO ./usr/lib/hostler/bin/node | file -`],
      {
        encoding: 'utf8',
      },
    );
    expect(node).toContain('aarch64');
  });
});

describe('without systemd', () => {
  let debian: Debian;

  beforeAll(async () => {
    debian = await makeCopy('plain');
    await debian.must(install(basename(file)));
  });
  afterAll(() => debian.remove());

  it('the package installs without network, and its command works', async () => {
    expect(await debian.must('hostler --version')).toMatch(/^hostler \d/);
    expect(await debian.must('hostler account list --json')).toBe('[]');
    expect(await debian.must('hostler migrate')).toBe('The database is up to date.');
  });

  it('other users can read neither the settings nor the data', async () => {
    const modes = await debian.must("stat -c '%a %U:%G' /etc/hostler/hostler.env /var/lib/hostler");
    expect(modes.split('\n')).toEqual(['640 root:hostler', '700 hostler:hostler']);
    const refused = await debian.run('runuser -u nobody -- hostler account list');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Run the command with sudo.') });
  });

  it('bash completes commands and options', async () => {
    const complete = (line: string, count: number) =>
      debian.must(
        `bash -c '. /usr/share/bash-completion/completions/hostler; COMP_WORDS=(${line}); COMP_CWORD=${count}; _hostler; echo \${COMPREPLY[*]}'`,
      );
    expect(await complete('hostler acc', 1)).toBe('account');
    expect(await complete('hostler account li', 2)).toContain('list');
    expect(await complete('hostler account create --em', 3)).toBe('--email');
  });

  it('an upgrade keeps the data and copies it first, and a downgrade keeps it too', async () => {
    await debian.must('hostler account create --name Ada --email ada@example.com');
    await debian.must(install(`hostler_${NEXT}_amd64.deb`));
    expect(await debian.must('ls /var/backups/hostler')).toMatch(/^before-\d{8}T\d{6}Z$/);
    expect(await debian.must('hostler account list')).toContain('ada@example.com');
    await debian.must(install(basename(file)));
    expect(await debian.must('hostler account list')).toContain('ada@example.com');
    expect(await readVersion(debian)).not.toBe(NEXT);
  });

  it('the installed version reports what the version in a package will do', async () => {
    const report = await debian.must(`hostler upgrade check --package /packages/hostler_${NEXT}_amd64.deb`);
    expect(report).toContain('Migrations: none.');
    expect(report).toContain('Nothing prevents the upgrade.');
  });

  it('an upgrade that cannot copy the data changes nothing', async () => {
    const before = await readVersion(debian);
    const full = 'mkdir -p /var/backups/hostler && mount -t tmpfs -o size=8k none /var/backups/hostler';
    const { code, output } = await debian.run(`${full} && ${install(`hostler_${NEXT}_amd64.deb`)}`);
    expect([code !== 0, output]).toEqual([true, expect.stringContaining('Nothing was changed.')]);
    expect(await readVersion(debian)).toBe(before);
    expect(await debian.must('hostler account list --json')).toContain('[');
  });

  it('a failed migration says what to do, and the version before can be installed again', async () => {
    const { code, output } = await debian.run(install(`hostler_${BROKEN}_amd64.deb`));
    expect([code !== 0, output]).toEqual([true, expect.stringContaining('The database was not migrated')]);
    expect(output).toContain('The database is too new.');
    await debian.must(install(basename(file)));
    expect(await debian.must('hostler account list --json')).toContain('[');
  });

  it('removal keeps the data, and purge deletes it only if asked to', async () => {
    await debian.must(`${QUIETLY} purge hostler`);
    expect(existsSync(join(debian.folder, 'var/lib/hostler/hostler.db'))).toBe(true);
    expect(existsSync(join(debian.folder, 'etc/hostler'))).toBe(false);
    await debian.must(install(basename(file)));
    await debian.must("echo 'hostler hostler/purge-data boolean true' | debconf-set-selections");
    await debian.must(`${QUIETLY} purge hostler`);
    expect(existsSync(join(debian.folder, 'var/lib/hostler'))).toBe(false);
    expect(await debian.run('getent passwd hostler')).toMatchObject({ code: 2 });
  });
});

describe('with data of the last release', () => {
  let debian: Debian;

  beforeAll(async () => {
    debian = await makeCopy('released');
    expect(await makeReleasedData(folder, join(debian.folder, 'var/lib/hostler'))).toBe(true);
    await debian.must('adduser --system --group --quiet --home /var/lib/hostler --no-create-home hostler');
    await debian.must('chown -R hostler:hostler /var/lib/hostler');
  });
  afterAll(() => debian.remove());

  it('a disk that is too small for the copy leaves the data as it is', async () => {
    const full = 'mkdir -p /var/backups/hostler && mount -t tmpfs -o size=1m none /var/backups/hostler';
    const { code, output } = await debian.run(`${full} && ${install(basename(file))}`);
    expect([code !== 0, output]).toEqual([true, expect.stringContaining('is too small')]);
    expect(output).toContain('Nothing was changed.');
  });

  it('the package migrates it after a copy, and the way back restores the copy', async () => {
    await debian.must('dpkg --configure hostler');
    await debian.must('hostler account create --name Bob --email bob@example.com');
    expect(await debian.must('ls /var/backups/hostler')).toMatch(/^before-\d{8}T\d{6}Z$/);
    const plan = await debian.must('hostler rollback');
    expect(plan).toContain('Created since then: 1 accounts');
    expect(await debian.must('hostler rollback --yes')).toContain('is the database now.');
    expect(await debian.must('hostler upgrade check')).toMatch(/^Migrations: \d+/m);
    expect(await debian.must('hostler account list --json')).not.toContain('bob@example.com');
    expect(await debian.must('hostler account list --json')).toContain('ada@example.com');
  });
});

describe('the install script', () => {
  let debian: Debian;
  const own = () => `--package /packages/${basename(file)}`;

  beforeAll(async () => {
    debian = await makeCopy('script');
    await debian.boot();
  });
  afterAll(() => debian.remove());

  it('prints every command in a dry run, and changes nothing', async () => {
    const printed = await debian.must(script(`${own()} --domain panel.example.com --postgresql --lxd --dry-run`));
    for (const step of [
      'postgresql',
      'lxd init',
      '/etc/caddy/hostler.caddy',
      'set HOSTLER_DATABASE_URL',
      'setup link',
    ]) {
      expect(printed).toContain(step);
    }
    expect(printed).not.toMatch(/postgres:\/\/hostler:/);
    expect(await debian.run('dpkg --status hostler')).toMatchObject({ code: 1 });
  });

  it.each([
    ['--domain', '--domain needs a value.'],
    ['', '--package is missing.'],
    ['--package /etc/hostname', 'is not a package of Hostler.'],
    ['--package /missing.deb', 'cannot be read.'],
    ['--fast', 'There is no option --fast.'],
  ])('refuses "%s" with a sentence', async (options, sentence) => {
    expect(await debian.run(script(options))).toMatchObject({ code: 1, output: expect.stringContaining(sentence) });
  });

  it('refuses a domain that is none, and Incus on Debian 12', async () => {
    const tries = ['--domain example', '--domain "a b.example.com"', '--incus'].map((options) =>
      script(`${own()} ${options}`),
    );
    for (const attempt of tries) expect(await debian.run(attempt)).toMatchObject({ code: 1 });
    expect(await debian.run('dpkg --status hostler')).toMatchObject({ code: 1 });
  });

  it('installs Hostler, prints the address for the first owner, and can be run again', async () => {
    expect(await debian.must(script(own()))).toContain('/setup#');
    const pid = await debian.must('systemctl show --value -p MainPID hostler');
    const again = await debian.must(script(own()));
    expect(again).not.toContain('apt-get install');
    expect(await debian.must('systemctl show --value -p MainPID hostler')).toBe(pid);
  });
});

describe('with systemd', () => {
  let debian: Debian;

  beforeAll(async () => {
    debian = await makeCopy('booted');
    await debian.boot();
    await debian.must(install(basename(file)));
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

  it('the service may do little beyond its work', async () => {
    const rating = await debian.must('systemd-analyze security --no-pager hostler | tail -1');
    expect(Number(/: (\d+\.\d+)/.exec(rating)?.[1])).toBeLessThan(2.5);
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
