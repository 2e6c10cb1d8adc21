import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyDebian, install, ownPackage } from './testing/copies.ts';
import { type Debian, makeDebian } from './testing/debian.ts';
import { describeShip, shared } from './testing/shared.ts';

/** The script, with its options. */
const script = (options: string) => `sh /packages/install.sh ${options}`;
const own = () => `--package /packages/${ownPackage()}`;

describeShip('release', 'the guide', () => {
  it('needs no curl, which a bare Debian does not have', () => {
    const used = ['install.sh', 'docs/install.md'].filter((name) =>
      /\b(curl|wget)\b/.test(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')),
    );
    expect(used).toEqual([]);
  });
});

describeShip('debian', 'the install script on Debian 12', () => {
  let debian: Debian;
  /** When the installation began. */
  let began = 0;

  beforeAll(async () => {
    debian = await copyDebian();
    await debian.boot();
  });
  afterAll(() => debian.remove());

  it('prints every command in a dry run, and changes nothing', async () => {
    const printed = await debian.must(script(`${own()} --domain panel.example.com --postgresql --lxd --dry-run`));
    for (const step of [
      'postgresql',
      'lxd init --preseed',
      'driver: btrfs',
      'lxc config trust add /etc/hostler/incus.crt --restricted',
      'set HOSTLER_INCUS_IMAGE_SERVER',
      'systemctl enable --now hostler-firewall-helper',
      'hostler doctor',
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
    began = performance.now();
    expect(await debian.must(script(own()))).toContain('/setup#');
    const pid = await debian.must('systemctl show --value -p MainPID hostler');
    const again = await debian.must(script(own()));
    expect(again).not.toContain('apt-get install');
    expect(await debian.must('systemctl show --value -p MainPID hostler')).toBe(pid);
    // There is no company yet.
    expect(await debian.must(script(`${own()} --postgresql --dry-run`))).toContain('set HOSTLER_DATABASE_URL');
  });

  it('leads to the first order in less than five minutes', async () => {
    const call = async (path: string, headers: readonly string[], body?: object): Promise<string> => {
      const sent = body ? `-H 'content-type: application/json' -d '${JSON.stringify(body)}'` : '';
      const given = headers.map((header) => `-H '${header}'`).join(' ');
      return debian.must(`curl --fail-with-body -sS ${given} ${sent} http://127.0.0.1:8080${path}`);
    };
    const [, token] = /\/setup#([\w-]+)/.exec(await debian.must('hostler setup link')) ?? [];
    const owner = { token, name: 'Olga', email: 'olga@example.com', password: 'correct horse battery' };
    await call('/panel/api/v1/setup/owner', ['origin: http://127.0.0.1:8080', 'x-hostler-panel: 1'], owner);
    // The steps of docs/operators/selling.md.
    await debian.must(
      'hostler plan create --name Small --price monthly:EUR:990 --vcpus 1 --memory-mb 1024 --disk-gb 20',
    );
    await debian.must('hostler account create --name Ada --email ada@example.com');
    const address = '--street Rechenweg --postal-code 20095 --city Hamburg --country DE';
    await debian.must(`hostler account tax --id 1 --kind consumer --name Ada ${address}`);
    await debian.must('hostler account trust --id 1');
    const created = await debian.must('hostler key create --account 1 --environment live --scopes all');
    const headers = [`x-api-key: ${/svc_live_\w+/.exec(created)?.[0]}`];
    await call('/api/v1/subscriptions', headers, { plan: 'Small', hostname: 'ada.example.com' });
    await until(async () => (await call('/api/v1/hosting', headers)).includes('"running"'), { everyMs: 300 });
    const seconds = (performance.now() - began) / 1_000;
    process.stderr.write(`From a bare Debian 12 to the first running server: ${seconds.toFixed(1)} s\n`);
    expect(seconds).toBeLessThan(300);
    // PostgreSQL would start without this company.
    const settings = await debian.must('cat /etc/hostler/hostler.env');
    const { code, output } = await debian.run(script(`${own()} --postgresql`));
    expect([code, output]).toEqual([1, expect.stringContaining('would start with an empty company')]);
    expect(output).toContain('run this again without --postgresql');
    expect(output).toContain('hostler database move --to URL');
    expect(await debian.must('cat /etc/hostler/hostler.env')).toBe(settings);
  });
});

describeShip('debian', 'the install script on Debian 13', () => {
  let debian: Debian;

  beforeAll(async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'hostler-debian-13-')), 'root');
    debian = await makeDebian(folder, shared('packages'), { suite: 'trixie' });
  });
  afterAll(() => debian.remove());

  it('prints every command in a dry run, also for Incus, and changes nothing', async () => {
    const printed = await debian.must(script(`${own()} --domain panel.example.com --postgresql --incus --dry-run`));
    for (const step of [
      'postgresql',
      'incus admin init --preseed',
      'incus config trust add-certificate',
      'write /etc/hostler/firewall-helper.env',
      '/etc/caddy/hostler.caddy',
      'setup link',
    ]) {
      expect(printed).toContain(step);
    }
    expect(await debian.run('dpkg --status hostler')).toMatchObject({ code: 1 });
  });

  it('names the way without systemd if none runs', async () => {
    expect(await debian.run(script(own()))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^install\.sh: systemd does not run here\. Use: apt-get install \S+\n$/),
    });
    await debian.must(install(ownPackage()));
    expect(await debian.must('hostler account list --json')).toBe('[]');
  });
});
