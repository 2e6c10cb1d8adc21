import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cheapHash, describeMailDriver, dkimKey, makeMailbox } from '@hostler/testing/contracts/mail.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { verifyDkim } from '@hostler/testing/engines/dkim.ts';
import { bring, mailPassword, readInbox, signIn, submit } from '@hostler/testing/engines/mail-client.ts';
import { startMailServer } from '@hostler/testing/receivers/mail-server.ts';
import { parseMailUrl } from '@hostler/testing/services/mail.ts';
import { eventually } from '@hostler/testing/until.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Outages } from '#kernel/outages.ts';
import type { MailboxSpec, MailDomain } from '../driver.ts';
import { createDovecotPostfix } from './dovecot-postfix.ts';
import { createPolicyServer } from './policy-server.ts';

describeWithService('mail', 'Dovecot and Postfix', (serviceUrl) => {
  const access = serviceUrl === '' ? ({} as ReturnType<typeof parseMailUrl>) : parseMailUrl(serviceUrl);
  const server = { ...access, smtp: access.submission };
  const driver = createDovecotPostfix(server);
  const policy = createPolicyServer({
    dir: access.dir,
    outages: new Outages(pino({ level: 'silent' })),
  });
  let world: Awaited<ReturnType<typeof startMailServer>>;
  let name: string;

  beforeAll(async () => {
    policy.start();
    world = await startMailServer({ path: access.world });
    await chmod(access.world, 0o777);
  });
  afterAll(async () => {
    await policy.stop(0);
    await world.close();
  });
  beforeEach(() => {
    name = `mail-${randomUUID().slice(0, 8)}.test`;
  });

  describeMailDriver('Dovecot and Postfix', async () => ({
    driver,
    async fill(address) {
      await bring(access, { to: address });
      await eventually(async () => expect((await driver.usage()).get(address)).toBeGreaterThan(0));
    },
    close: async () => {},
  }));

  const at = (local: string) => `${local}@${name}`;
  const put = (mailboxes: MailboxSpec[], changes: Partial<MailDomain> = {}) =>
    driver.putDomain({ name, local: true, mailboxes, aliases: [], dkim: null, ...changes });
  const subjectsOf = async (user: string, atLeast: number) =>
    (await readInbox(access, at(user), atLeast, 'HEADER')).map((raw) => /^Subject: (.*)\r$/m.exec(raw)?.[1]);
  const arrivalsFor = (address: string) => world.mails.filter(({ recipients }) => recipients.includes(address));

  it('delivers a message from one mailbox to another, signed with the key of its domain', async () => {
    await put([makeMailbox(at('ann')), makeMailbox(at('jo'))], {
      dkim: { selector: 's2026', privateKey: dkimKey.privateKey },
    });
    await submit(access, at('ann'), { to: at('jo'), subject: 'Lunch?', text: 'At noon.\n\n.\nAnn\n' });
    const [raw = ''] = await readInbox(access, at('jo'), 1);
    expect(raw).toContain('Subject: Lunch?');
    expect(verifyDkim(raw, dkimKey.publicKey)).toEqual({ domain: name, selector: 's2026', valid: true });
    expect(verifyDkim(raw.replace('At noon', 'At one'), dkimKey.publicKey).valid).toBe(false);
  });

  it('accepts the right password with any supported hash, and no other password', async () => {
    const [nonce, cost] = [randomBytes(16), { parallelism: 1, tagLength: 32, memory: 65_536, passes: 2 }];
    const tag = argon2Sync('argon2id', { message: 'battery staple', nonce, ...cost });
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const passwordHash = `{ARGON2ID}$argon2id$v=19$m=65536,t=2,p=1$${text(nonce)}$${text(tag)}`;
    await put([makeMailbox(at('ann'), { passwordHash }), makeMailbox(at('jo'))]);
    (await signIn(access, at('ann'), 'battery staple')).close();
    (await signIn(access, at('jo').toUpperCase())).close();
    await submit(access, at('jo'), { to: at('ann') }, mailPassword, true);
    const refused = [
      () => signIn(access, at('ann'), mailPassword),
      () => signIn(access, at('jo'), 'wrong'),
      () => signIn(access, at('nobody')),
      () => submit(access, at('jo'), { to: at('ann') }, 'wrong'),
      () => submit(access, at('jo'), { to: at('ann') }, 'wrong', true),
    ];
    await Promise.all(refused.map((attempt) => expect(attempt()).rejects.toThrow(/AUTHENTICATIONFAILED|535/)));
  });

  it('answers 535 to a wrong password, even after several from the same address', async () => {
    await put([makeMailbox(at('jo'))]);
    for (let wrong = 1; wrong <= 4; wrong++) {
      await expect(signIn(access, at('jo'), `wrong ${wrong}`)).rejects.toThrow(/AUTHENTICATIONFAILED/);
    }
    await expect(submit(access, at('jo'), { to: at('jo') }, 'wrong')).rejects.toThrow(/535/);
  });

  it('refuses a sender address of another user, in the envelope or in From', async () => {
    await put([makeMailbox(at('ann')), makeMailbox(at('jo'))], {
      aliases: [
        { address: at('sales'), to: [at('team')] },
        { address: at('team'), to: [at('jo'), 'outside@world.test'] },
        { address: at('*'), to: [at('ann')] },
      ],
    });
    const to = at('ann');
    for (const from of [at('jo'), at('sales'), at('team'), at('jo+shop'), `"Jo, <${at('ann')}>" <${at('jo')}>`]) {
      await submit(access, at('jo'), { from, to });
    }
    for (const from of [at('ann'), at('any'), 'boss@bank.test', `jo@elsewhere-${name}`]) {
      await expect(submit(access, at('jo'), { from, to })).rejects.toThrow(/553|not owned/);
      const envelope = { from: at('jo'), to };
      await expect(submit(access, at('jo'), { from, to, envelope })).rejects.toThrow(/550 5\.7\.1/);
    }
    await expect(submit(access, at('ann'), { from: at('sales'), to })).rejects.toThrow(/not owned/);
    const twice = `From: ${at('jo')}\r\nFrom: ${at('ann')}\r\nSubject: Two\r\n\r\nHello.\r\n`;
    await expect(submit(access, at('jo'), { raw: twice, envelope: { from: at('jo'), to } })).rejects.toThrow(
      /550 5\.7\.1/,
    );
  });

  it('refuses login and sending for a suspended mailbox, and keeps its mail', async () => {
    await put([makeMailbox(at('ann')), makeMailbox(at('jo'), { suspended: true })]);
    await expect(signIn(access, at('jo'))).rejects.toThrow(/AUTHENTICATIONFAILED/);
    await expect(submit(access, at('jo'), { to: at('ann') })).rejects.toThrow(/535/);
    await bring(access, { to: at('jo'), subject: 'Meanwhile' });
    await put([makeMailbox(at('ann')), makeMailbox(at('jo'))]);
    expect(await subjectsOf('jo', 1)).toEqual(['Meanwhile']);
  });

  it('refuses mail for a closed mailbox, also through its alias, and keeps its content', async () => {
    const aliases = [{ address: at('sales'), to: [at('jo')] }];
    await put([makeMailbox(at('jo'), { suspended: true })], { aliases });
    await bring(access, { to: at('jo'), subject: 'In time' });
    await put([makeMailbox(at('jo'))], { aliases });
    expect(await subjectsOf('jo', 1)).toEqual(['In time']);
    await put([makeMailbox(at('jo'), { suspended: true, closed: true })], { aliases });
    for (const to of [at('jo'), at('sales')]) await expect(bring(access, { to })).rejects.toThrow(/552 5\.2\.2/);
    await put([makeMailbox(at('jo'))], { aliases });
    await bring(access, { to: at('jo'), subject: 'Again' });
    expect(await subjectsOf('jo', 2)).toEqual(['In time', 'Again']);
  });

  it('ends sessions whose login is no longer valid, and keeps the others', async () => {
    const names = ['ann', 'jo', 'kim', 'lee'] as const;
    await put(names.map((user) => makeMailbox(at(user))));
    const [ann, ...others] = await Promise.all(names.map((user) => signIn(access, at(user))));
    const passwordHash = cheapHash.replace('2839', '2838');
    await put([
      makeMailbox(at('ann'), { quotaMb: 20 }),
      makeMailbox(at('jo'), { suspended: true }),
      makeMailbox(at('kim'), { passwordHash }),
    ]);
    // Dovecot ends them a moment after it was asked to.
    for (const session of others) await eventually(() => expect(session.ask('NOOP')).rejects.toThrow());
    await ann?.ask('NOOP');
    ann?.close();
  });

  it('refuses mail over quota during SMTP, also through an alias or the catch-all', async () => {
    await put([makeMailbox(at('jo'), { quotaMb: 1 })], {
      aliases: [
        { address: at('sales'), to: [at('jo')] },
        { address: at('*'), to: [at('sales')] },
      ],
    });
    // The message that exceeds the quota is still accepted, because its sender did not announce the size.
    await bring(access, { to: at('sales'), text: `${'x'.repeat(76)}\n`.repeat(14_000) });
    await eventually(async () => expect((await driver.usage()).get(at('jo'))).toBeGreaterThan(2 ** 20));
    for (const to of [at('jo'), at('sales'), at('whoever'), at('jo+shop')]) {
      await expect(bring(access, { to })).rejects.toThrow(/552 5\.2\.2/);
    }
    await put([makeMailbox(at('jo'), { quotaMb: 2 })]);
    await bring(access, { to: at('jo'), subject: 'Fits now' });
    expect(await subjectsOf('jo', 2)).toEqual(['Hello', 'Fits now']);
  });

  it('delivers mail for an alias to every target once, and mail for unknown addresses to the catch-all', async () => {
    await put([makeMailbox(at('ann')), makeMailbox(at('jo'))], {
      aliases: [
        { address: at('team'), to: [at('jo'), at('ann'), at('all')] },
        { address: at('all'), to: [at('team'), at('jo')] },
        { address: at('*'), to: [at('ann')] },
      ],
    });
    await bring(access, { to: at('all'), subject: 'All' });
    await bring(access, { to: at('unknown'), subject: 'Unknown' });
    await bring(access, { to: at('jo+shop'), subject: 'Plus' });
    expect((await subjectsOf('ann', 2)).sort()).toEqual(['All', 'Unknown']);
    expect((await subjectsOf('jo', 2)).sort()).toEqual(['All', 'Plus']);
  });

  it('forwards with and without a copy, also to external addresses, and stops loops', async () => {
    const outside = `${name}@world.test`;
    await put([
      makeMailbox(at('ann'), { forwardTo: [outside, at('jo')] }),
      makeMailbox(at('jo'), { forwardTo: [at('ann'), at('kim')] }),
      makeMailbox(at('kim'), { forwardTo: [at('jo')], keepCopy: false }),
      makeMailbox(at('round'), { forwardTo: [at('about')], keepCopy: false }),
      makeMailbox(at('about'), { forwardTo: [at('round')], keepCopy: false }),
    ]);
    await bring(access, { to: at('kim'), subject: 'Pass on' });
    expect(await subjectsOf('ann', 1)).toEqual(['Pass on']);
    expect(await subjectsOf('jo', 1)).toEqual(['Pass on']);
    await eventually(() => expect(arrivalsFor(outside)).toHaveLength(1));
    expect(await subjectsOf('kim', 0)).toEqual([]);
    await expect(bring(access, { to: at('round') })).rejects.toThrow(/550 5\.1\.1/);
  });

  it('accepts and sends no mail for an unverified domain', async () => {
    const [bank, other] = [`bank-${name}`, `user-${name}`];
    const ann = makeMailbox(`ann@${other}`);
    await driver.putDomain({ name: other, local: true, mailboxes: [ann], aliases: [], dkim: null });
    const mailboxes = [makeMailbox(`jo@${bank}`), makeMailbox(`kim@${bank}`)];
    const domain = { name: bank, local: false, mailboxes, aliases: [], dkim: null };
    await driver.putDomain(domain);
    await expect(bring(access, { to: `jo@${bank}` })).rejects.toThrow(/554 5\.7\.1/);
    await expect(submit(access, `jo@${bank}`, { to: `ann@${other}` })).rejects.toThrow(/not owned/);
    const envelope = { from: '', to: `ann@${other}` };
    await expect(submit(access, `jo@${bank}`, { envelope })).rejects.toThrow(/may not send/);
    await submit(access, `ann@${other}`, { envelope });
    await submit(access, `ann@${other}`, { to: `jo@${bank}` });
    await eventually(() => expect(arrivalsFor(`jo@${bank}`)).toHaveLength(1));

    await driver.putDomain({ ...domain, local: true });
    // Another recipient: Postfix caches routes for half a minute.
    await submit(access, `ann@${other}`, { to: `kim@${bank}`, subject: 'Proved' });
    const [raw] = await readInbox(access, `kim@${bank}`, 1);
    expect(raw).toContain('Subject: Proved');
  });

  it('is not an open relay, and refuses unknown recipients', async () => {
    await put([makeMailbox(at('jo'))]);
    await expect(bring(access, { to: 'somebody@world.test' })).rejects.toThrow(/554 5\.7\.1/);
    await expect(bring(access, { to: at('nobody') })).rejects.toThrow(/550 5\.1\.1/);
    await expect(bring(access, { to: `root@${access.host}` })).rejects.toThrow(/554 5\.7\.1/);
  });

  it('counts recipients and refuses above the hourly limit', async () => {
    await put([makeMailbox(at('ann')), makeMailbox(at('jo'), { maxRecipientsPerHour: 5 })]);
    const three = [1, 2, 3].map((number) => `${number}-${name}@world.test`);
    await submit(access, at('jo'), { to: three });
    await expect(submit(access, at('jo'), { to: three })).rejects.toThrow(/450 4\.7\.1 .*5 recipients/);
    await submit(access, at('jo'), { to: three.slice(0, 2) });
    await expect(submit(access, at('jo'), { to: at('ann') })).rejects.toThrow(/5 recipients/);
    await submit(access, at('ann'), { to: three });
  });

  it('deletes all files of a removed mailbox', async () => {
    await put([makeMailbox(at('jo'))]);
    await bring(access, { to: at('jo') });
    await readInbox(access, at('jo'), 1);
    const folder = join(access.dir, 'mailboxes', name);
    const [home = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    // In production Hostler is not root, but in their group.
    for (const file of ['', 'Maildir', 'Maildir/cur', 'Maildir/maildirsize']) {
      expect((await stat(join(folder, home, file))).mode & 0o060).toBe(0o060);
    }
    await driver.removeDomain(name);
    expect(existsSync(folder)).toBe(false);
    await expect(signIn(access, at('jo'))).rejects.toThrow(/AUTHENTICATIONFAILED/);
  });

  describe('checked by doctor', () => {
    it('reports versions and the number of mailboxes', async () => {
      // The check has two of three seconds to answer.
      await eventually(async () =>
        expect(await driver.check()).toEqual({
          reachable: true,
          version: expect.stringMatching(/^Dovecot \d\S+, Postfix \d\S+$/),
          detail: expect.stringMatching(/^\d+ mailbox(es)?, sign-in by IMAP and SMTP at mail\.host\.test\.$/),
          advice: null,
          gaps: [],
        }),
      );
    });

    it.each([
      ['the folder is missing', { dir: '/nowhere/at/all' }, /maps.* cannot be used \(ENOENT\)/, /HOSTLER_MAIL_DIR/],
      ['Dovecot is down', { imap: { host: '127.0.0.1', port: 1 } }, /Dovecot does not answer/, /Start Dovecot/],
      ['Postfix is down', { smtp: { host: '127.0.0.1', port: 1 } }, /Postfix does not answer/, /Start Postfix/],
      [
        'another server answers instead of Dovecot',
        { imap: access.submission },
        /instead of IMAP/,
        /Compare its settings/,
      ],
    ])('reports the problem and the advice if %s', async (_what, change, detail, advice) => {
      await eventually(async () =>
        expect(await createDovecotPostfix({ ...server, ...change }).check()).toMatchObject({
          reachable: false,
          detail: expect.stringMatching(detail),
          advice: expect.stringMatching(advice),
        }),
      );
    });

    it('answers unreachable to changes if the folder is missing, and refuses its own host name as a domain', async () => {
      const away = createDovecotPostfix({ ...server, dir: '/nowhere/at/all' });
      const domain = { name, local: true, mailboxes: [], aliases: [], dkim: null };
      for (const attempt of [away.putDomain(domain), away.removeDomain(name), away.usage()]) {
        await expect(attempt).rejects.toMatchObject({ code: 'unreachable' });
      }
      await expect(driver.putDomain({ ...domain, name: access.host })).rejects.toMatchObject({ code: 'conflict' });
    });
  });
});
