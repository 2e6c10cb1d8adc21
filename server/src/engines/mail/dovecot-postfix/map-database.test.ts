import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMailbox } from '@hostler/testing/contracts/mail.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MailDomain } from '../driver.ts';
import { createDovecotPostfix } from './dovecot-postfix.ts';
import { withMaps } from './map-database.ts';
import { countSending } from './sending-limit.ts';

const nowhere = { host: '127.0.0.1', port: 1 };
const HOUR = 3_600_000;

describe('the database that Dovecot and Postfix read', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hostler-maps-'));
    for (const folder of ['maps', 'mailboxes']) await mkdir(join(dir, folder));
  });
  afterEach(() => rm(dir, { recursive: true }));

  const open = () => createDovecotPostfix({ dir, host: 'mail.host.test', imap: nowhere, smtp: nowhere });
  const makeDomain = (version: number): MailDomain => ({
    name: 'example.test',
    local: true,
    mailboxes: Array.from({ length: 60 }, (_, i) => makeMailbox(`m${i}@example.test`, { quotaMb: version })),
    aliases: Array.from({ length: 60 }, (_, i) => ({ address: `a${i}@example.test`, to: [`v${version}@world.test`] })),
    dkim: null,
  });
  /** Returns the versions a reader sees, and the row count of each table. */
  const read = () =>
    withMaps(dir, (db) =>
      db.transaction(() => [
        db.prepare(`select quota_bytes / 1048576 as version, count(*) as rows from mailboxes group by 1`).all(),
        db
          .prepare(
            `select substr(target, 2, 1) + 0 as version, count(*) as rows from routes where address like 'a%' group by 1`,
          )
          .all(),
      ])(),
    );

  it('is completely old or completely new after its writer is killed, and stays usable', async () => {
    await open().putDomain(makeDomain(1));
    const script = join(dir, 'writer.ts');
    await writeFile(
      script,
      `import { createDovecotPostfix } from ${JSON.stringify(join(import.meta.dirname, 'dovecot-postfix.ts'))};
       const driver = createDovecotPostfix(${JSON.stringify({ dir, host: 'mail.host.test', imap: nowhere, smtp: nowhere })});
       const versions = ${JSON.stringify([makeDomain(1), makeDomain(2)])};
       for (let i = 0; ; i++) { await driver.putDomain(versions[i % 2]); if (i === 0) console.log('writing'); }`,
    );
    for (const afterMs of [3, 17]) {
      const writer = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(writer.stdout, 'data');
      for (const end = Date.now() + afterMs; Date.now() < end; ) expectOne(read());
      writer.kill('SIGKILL');
      await once(writer, 'exit');
      expectOne(read());
    }
    await open().putDomain(makeDomain(1));
    expect(read()).toEqual([[{ version: 1, rows: 60 }], [{ version: 1, rows: 60 }]]);
  });

  it('is writable for the group, because readers write their locks', async () => {
    await open().putDomain(makeDomain(1));
    expect((await stat(join(dir, 'maps', 'mail.db'))).mode & 0o777).toBe(0o660);
  });

  it('remembers the folders of removed mailboxes, so that they are deleted again if they reappear', async () => {
    const driver = open();
    await driver.putDomain(makeDomain(1));
    const home = withMaps(dir, (db) => db.prepare('select home from mailboxes limit 1').pluck().get()) as string;
    const bringBack = () => mkdir(join(dir, 'mailboxes', home, 'Maildir', 'new'), { recursive: true });
    await bringBack();
    await driver.removeDomain('example.test');
    expect(await readdir(join(dir, 'mailboxes'))).toEqual([]);
    await bringBack();
    await driver.usage();
    expect(await readdir(join(dir, 'mailboxes'))).toEqual([]);
  });

  it('counts recipients in a sliding hour, separately for each mailbox', async () => {
    await open().putDomain({
      ...makeDomain(1),
      mailboxes: ['a', 'b'].map((name) => makeMailbox(`${name}@example.test`)),
    });
    const count = (login: string, recipients: number, hours: number) =>
      withMaps(dir, (db) => countSending(db, `${login}@example.test`, recipients, hours * HOUR));
    expect(count('a', 100, 10)).toBeUndefined();
    expect(count('a', 1, 10.9)).toBe(100);
    expect(count('b', 100, 10.9)).toBeUndefined();
    expect(count('a', 51, 11.5)).toBe(100);
    expect(count('a', 50, 11.5)).toBeUndefined();
    expect(count('a', 100, 13)).toBeUndefined();
    expect(count('nobody', 1, 13)).toBe(0);
  });
});

function expectOne([mailboxes, routes]: unknown[]): void {
  expect(mailboxes).toEqual([{ version: expect.any(Number), rows: 60 }]);
  expect(routes).toEqual(mailboxes);
}
