import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyDebian, install, ownPackage, QUIETLY } from './testing/copies.ts';
import type { Debian } from './testing/debian.ts';
import { makeReleasedData } from './testing/released-data.ts';
import { BROKEN, describeShip, NEXT } from './testing/shared.ts';

function readVersion(debian: Debian): Promise<string> {
  return debian.must("dpkg --status hostler | sed -n 's/^Version: //p'");
}

describeShip('debian', 'without systemd', () => {
  let debian: Debian;

  beforeAll(async () => {
    debian = await copyDebian();
    await debian.must(install(ownPackage()));
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

  it('a data folder of another user is named in one sentence, and nothing is written', async () => {
    const { code, output } = await debian.run(
      '(chown root: /var/lib/hostler; hostler account list; code=$?; hostler migrate; chown hostler: /var/lib/hostler; exit $code)',
    );
    expect([code, output.trim().split('\n')]).toEqual([
      1,
      [
        expect.stringMatching(/^hostler: There is no permission for \/var\/lib\/hostler/),
        expect.stringMatching(/^hostler: There is no permission for \/var\/lib\/hostler/),
      ],
    ]);
    expect(await debian.must('hostler account list --json')).toBe('[]');
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
    await debian.must(install(ownPackage()));
    expect(await debian.must('hostler account list')).toContain('ada@example.com');
    expect(await readVersion(debian)).not.toBe(NEXT);
  });

  it('the installed version reports what the version in a package will do', async () => {
    const report = await debian.must(`hostler upgrade check --package /packages/hostler_${NEXT}_amd64.deb`);
    expect(report).toContain('Migrations: none.');
    expect(report).toContain('Nothing prevents the upgrade.');
  });

  it('a package or a copy in the folder of root is named as unreadable, not as missing', async () => {
    await debian.must(`cp /packages/hostler_${NEXT}_amd64.deb /root/next.deb`);
    for (const command of ['upgrade check --package', 'restore-data --replace --from']) {
      expect(await debian.run(`hostler ${command} /root/next.deb`)).toMatchObject({
        code: 1,
        output: expect.stringContaining('There is no permission to read /root/next.deb.'),
      });
      const missing = await debian.run(`hostler ${command} /missing.deb`);
      expect(missing.output).toContain('There is no file /missing.deb.');
    }
  });

  it('an upgrade gives root no way out of the folder of copies, whatever the service user puts there', async () => {
    const folder = '/var/backups/hostler';
    await debian.must('install -m 0600 /dev/stdin /root/secret << end\nonly for root\nend\n');
    const asService = (script: string) => debian.must(`runuser -u hostler -- sh -c '${script}'`);
    await asService(`cd ${folder} && mkdir "before-a etc" "before-b
etc" ./-rf before-20010101T000000Z && touch "before-0 ; rm" before-20020101T000000Z`);
    await asService(`cd ${folder} && ln -s /root/secret before-20030101T000000Z && ln -s /etc before-20040101T000000Z`);
    // Run as root, because the kernel may refuse it to the user.
    await debian.must(`ln /root/secret ${folder}/before-20050101T000000Z`);
    // Runs as the service user at each command, between the commands of the script.
    const hostile = `
      echo "$*" >> /var/lib/hostler/arguments
      rm -rf ${folder}/.this-upgrade
      ln -s /root/secret ${folder}/.this-upgrade`;
    await debian.must(`cat >> /etc/hostler/hostler.env << 'end'${hostile}\nend\n`);
    try {
      await debian.must(install(`hostler_${NEXT}_amd64.deb`));
    } finally {
      await debian.must("sed -i -e '/^ *echo /d' -e '/^ *rm /d' -e '/^ *ln /d' /etc/hostler/hostler.env");
    }
    expect(await debian.must('cat /root/secret; stat -c %a:%U /root/secret')).toBe('only for root\n600:root');
    expect(await debian.must('ls /etc/debian_version')).toBe('/etc/debian_version');
    const given = await debian.must('cat /var/lib/hostler/arguments');
    expect(given).toMatch(/^migrate --copy \/var\/backups\/hostler\/before-\d{8}T\d{6}Z$/m);
    expect(given).not.toContain('only for root');
    const left = (await debian.must(`find ${folder} -mindepth 1 -maxdepth 1 -print0 | tr '\\0' '/'`)).split('/');
    expect(left).toEqual(expect.arrayContaining(['before-a etc', 'before-b\netc', '-rf', 'before-0 ; rm']));
    expect(left.filter((name) => /^before-200[2-5]/.test(name))).toEqual([]);
    expect(await debian.must('ls -A /var/lib/hostler-package')).toBe('');
    await debian.must(install(ownPackage()));
  });

  it('an upgrade ignores the note that an earlier version left in the folder of copies', async () => {
    await debian.must(
      'runuser -u hostler -- sh -c "echo /var/backups/hostler/gone > /var/backups/hostler/.this-upgrade"',
    );
    await debian.must(install(`hostler_${NEXT}_amd64.deb`));
    expect(await debian.run('ls /var/backups/hostler/.this-upgrade')).toMatchObject({ code: 2 });
    expect(await debian.must('hostler account list')).toContain('ada@example.com');
    await debian.must(install(ownPackage()));
  });

  it('an upgrade that cannot copy the data changes nothing', async () => {
    const before = await readVersion(debian);
    const full = 'mkdir -p /var/backups/hostler && mount -t tmpfs -o size=8k none /var/backups/hostler';
    const { code, output } = await debian.run(`${full} && ${install(`hostler_${NEXT}_amd64.deb`)}`);
    expect([code !== 0, output]).toEqual([true, expect.stringContaining('Nothing was changed.')]);
    expect(await readVersion(debian)).toBe(before);
    expect(await debian.must('hostler account list --json')).toContain('[');
  });

  it('root puts the settings of a moved database in place, and nothing else that the service user writes', async () => {
    // In place of the program: what a move leaves, with a line that no move writes.
    const node = '/usr/lib/hostler/bin/node';
    const lines =
      "HOSTLER_DATABASE_URL='postgres://a:b@c/d?e=f&g=h'\nHOSTLER_SECRET_KEY='new'\nLD_PRELOAD=/tmp/evil.so\n";
    const write = `printf ${JSON.stringify(lines)} > /var/lib/hostler/moved.env`;
    const before = await debian.must('cat /etc/hostler/hostler.env');
    await debian.must(`mv ${node} ${node}.real; cp /dev/stdin ${node} << 'end'\n#!/bin/sh\n${write}\nend\n`);
    try {
      await debian.must(`chmod 0755 ${node}; echo HOSTLER_SECRET_KEY=old >> /etc/hostler/hostler.env`);
      expect(await debian.must('hostler database move --to -')).toContain('Next: systemctl start hostler');
      const expected = `${before}\nHOSTLER_DATABASE_URL='postgres://a:b@c/d?e=f&g=h'\nHOSTLER_SECRET_KEY='new'`;
      expect(await debian.must('cat /etc/hostler/hostler.env')).toBe(expected);
      expect(await debian.must('stat -c %a:%U:%G /etc/hostler/hostler.env')).toBe('640:root:hostler');
      expect(existsSync(join(debian.folder, 'var/lib/hostler/moved.env'))).toBe(false);
      await debian.must(`printf '#!/bin/sh\\nln -s /root/secret /var/lib/hostler/moved.env\\n' > ${node}`);
      await debian.must('echo "HOSTLER_SECRET_KEY=\'stolen\'" > /root/secret; chmod 0600 /root/secret');
      await debian.must('hostler database move --to -');
      expect(await debian.must('cat /etc/hostler/hostler.env')).toBe(expected);
    } finally {
      await debian.must(`rm -f /var/lib/hostler/moved.env; mv ${node}.real ${node}`);
      await debian.must(`cat > /etc/hostler/hostler.env << 'end'\n${before}\nend\n`);
    }
  });

  it('a failed migration says what to do, and the version before can be installed again', async () => {
    const { code, output } = await debian.run(install(`hostler_${BROKEN}_amd64.deb`));
    expect([code !== 0, output]).toEqual([true, expect.stringContaining('The database was not migrated')]);
    expect(output).toContain('The database is too new.');
    await debian.must(install(ownPackage()));
    expect(await debian.must('hostler account list --json')).toContain('[');
  });

  it('removal keeps the data, and purge deletes it only if asked to', async () => {
    // The only place of the key if the data is on PostgreSQL.
    const setKey = "echo 'HOSTLER_SECRET_KEY=0123456789012345678901234567890123456789' >> /etc/hostler/hostler.env";
    await debian.must(setKey);
    const printed = await debian.must(`${QUIETLY} purge hostler`);
    const kept = ['/var/lib/hostler', '/var/backups/hostler', '/etc/hostler/hostler.env'];
    expect(printed).toContain(`the settings with the secret key stay in: ${kept.join(', ')}`);
    expect(existsSync(join(debian.folder, 'var/lib/hostler/hostler.db'))).toBe(true);
    await debian.must('grep -q ^HOSTLER_SECRET_KEY=0123 /etc/hostler/hostler.env');
    await debian.must("sed -i '/^HOSTLER_SECRET_KEY=/d' /etc/hostler/hostler.env");
    await debian.must(install(ownPackage()));
    expect(await debian.must('hostler account list')).toContain('ada@example.com');
    await debian.must("echo 'hostler hostler/purge-data boolean true' | debconf-set-selections");
    await debian.must(`${QUIETLY} purge hostler`);
    for (const path of ['etc/hostler', 'var/lib/hostler', 'var/backups/hostler']) {
      expect(existsSync(join(debian.folder, path))).toBe(false);
    }
    expect(await debian.run('getent passwd hostler')).toMatchObject({ code: 2 });
  });
});

describeShip('history', 'with data of the first release', () => {
  let debian: Debian;

  beforeAll(async () => {
    debian = await copyDebian();
    await makeReleasedData(dirname(debian.folder), join(debian.folder, 'var/lib/hostler'));
    await debian.must('adduser --system --group --quiet --home /var/lib/hostler --no-create-home hostler');
    await debian.must('chown -R hostler:hostler /var/lib/hostler');
  });
  afterAll(() => debian.remove());

  it('a disk that is too small for the copy leaves the data as it is', async () => {
    const full = 'mkdir -p /var/backups/hostler && mount -t tmpfs -o size=1m none /var/backups/hostler';
    const { code, output } = await debian.run(`${full} && ${install(ownPackage())}`);
    expect([code !== 0, output]).toEqual([true, expect.stringContaining('is too small')]);
    expect(output).toContain('Nothing was changed.');
  });

  it('a power cut during the migration loses nothing', async () => {
    const isCopying = 'ls /var/backups/hostler/before-* > /dev/null 2>&1';
    // Ends every process at once.
    const cut = `dpkg --configure hostler & until ${isCopying}; do kill -0 $! || exit 9; done; kill -9 -1`;
    expect(await debian.run(cut)).not.toMatchObject({ code: 9 });
    expect(await debian.run('dpkg --status hostler')).toMatchObject({
      output: expect.stringContaining('half-configured'),
    });
  });

  it('the package migrates it after a copy, and the way back restores the copy', async () => {
    await debian.must('dpkg --configure hostler');
    await debian.must('hostler account create --name Bob --email bob@example.com');
    expect(await debian.must('ls /var/backups/hostler')).toMatch(/^before-\d{8}T\d{6}Z$/m);
    const plan = await debian.must('hostler rollback');
    expect(plan).toContain('Created since then: 1 accounts');
    expect(await debian.must('hostler rollback --yes')).toContain('is the database now.');
    expect(await debian.must('hostler upgrade check')).toMatch(/^Migrations: \d+/m);
    expect(await debian.must('hostler account list --json')).not.toContain('bob@example.com');
    expect(await debian.must('hostler account list --json')).toContain('ada@example.com');
  });
});
