import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { refusal, startMailServer, startSilentServer } from '@hostler/testing/receivers/mail-server.ts';
import { type KernelDatabase, openKernelDatabase } from '@hostler/testing/server/database.ts';
import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { PATIENT, TestClock } from '@hostler/testing/server/server.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Vault } from '../crypto.ts';
import { jobsMigrations } from '../jobs/migrations.ts';
import { Worker } from '../jobs/worker.ts';
import { Outages } from '../outages.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../time.ts';
import { Attachments } from './attachments.ts';
import { openContent } from './content.ts';
import type { MailDriver } from './driver.ts';
import { createMailFiles } from './files.ts';
import { createMailer, MAIL_BOUNDS, type NewMail } from './mailer.ts';
import { mailMigrations } from './migrations.ts';
import { mailJob, mailRetention, mailUpkeep } from './sending.ts';
import { createSmtp } from './smtp.ts';

const vault = new Vault('a secret key that only tests know about');
const from = { name: 'Example Hosting', address: 'no-reply@example.com' };
const mailer = createMailer({ vault, from });
const secret = 'the-secret-part-of-a-link';

const MAILS = sql<
  object,
  {
    id: number;
    recipient: string;
    content: string | null;
    attempts: number;
    next_at: number | null;
    result: string;
    reason: string;
  }
>('select id, recipient, content, attempts, next_at, result, reason from mails order by id');

let kernel: KernelDatabase;
let clock: TestClock;
let lines: string[];
let open: { close(): Promise<void> }[];
let workers: Worker[];
let count = 0;
let outages: Outages;
/** Time as the outages see it. */
let outageNow: number;

const letter = {
  subject: 'Choose a new password',
  paragraphs: ['Somebody asked for it.'],
  action: { label: 'Choose a password', url: `https://panel.example.com/reset#${secret}` },
};
const mails = async () => kernel.db.read(MAILS.all({}));
const newMail = (mail: Partial<NewMail> = {}): NewMail => ({
  kind: 'reset',
  cause: `reset ${++count}`,
  to: `jo${count}@example.com`,
  letter,
  nature: 'asked',
  now: clock.now(),
  ...mail,
});
const queue = (mail: Partial<NewMail> = {}) => {
  const made = newMail(mail);
  return kernel.db.write(() => mailer.queue(made));
};
const smtp = (url: string) => createSmtp({ url });
/** Gives up early. On a busy machine the default timeouts barely cover a greeting. */
const impatient = (url: string) => createSmtp({ url, patience: { greetingTimeout: 200, socketTimeout: 500 } });

const attachments = new Attachments();

function startWorker(driver: MailDriver): Worker {
  const db = kernel.open();
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  outageNow = 0;
  outages = new Outages(log, () => outageNow);
  const worker = new Worker({
    db,
    clock,
    log,
    handlers: [mailJob({ db, clock, vault, driver, from, attachments, outages })],
    recurring: [],
    pace: PATIENT,
  });
  workers.push(worker);
  worker.start();
  return worker;
}

const startServer = async (options: Parameters<typeof startMailServer>[0] = {}) => {
  const server = await startMailServer(options);
  open.push(server);
  return server;
};

/** Advances the clock and queues the mails that are due. */
async function wait(ms: number): Promise<void> {
  clock.advance(ms);
  await mailUpkeep({ db: kernel.db }).run(clock.now());
}

beforeEach(async () => {
  kernel = await openKernelDatabase([...jobsMigrations, ...mailMigrations]);
  [clock, lines, open, workers] = [new TestClock(), [], [], []];
  // Prevents retries while a busy machine is slow.
  clock.standStill();
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(0)));
  await Promise.all(open.map((each) => each.close()));
  await kernel.close();
});

describe('an outage of the mail server', () => {
  const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);

  it('is logged when it begins, once a minute with a count, and when it ends', async () => {
    const { port, url, close } = await startMailServer();
    await close();
    for (let each = 0; each < 3; each++) await queue();
    startWorker(smtp(url));
    const tried = (attempts: number) =>
      expect.poll(async () => (await mails()).map((mail) => mail.attempts)).toEqual([attempts, attempts, attempts]);
    await tried(1);
    for (const attempts of [2, 3]) {
      await wait(HOUR);
      await tried(attempts);
    }
    const began = { engine: 'smtp', reason: expect.stringContaining('ECONNREFUSED'), msg: 'outage began' };
    expect(warnings()).toMatchObject([began]);
    outageNow += MINUTE;
    outages.tick();
    expect(warnings()).toMatchObject([began, { engine: 'smtp', failures: 9, msg: 'outage continues' }]);

    const server = await startServer({ port });
    await wait(HOUR);
    await expect.poll(() => server.mails).toHaveLength(3);
    await expect.poll(async () => (await mails()).map(({ result }) => result)).toEqual(['sent', 'sent', 'sent']);
    outageNow += MINUTE;
    outages.tick();
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ engine: 'smtp', failures: 9, msg: 'outage ended' });
    expect(warnings()).toHaveLength(2);
    expect(lines.join()).not.toContain('"stack"');
  });

  it('begins if the server refuses the password, and not if it refuses a recipient temporarily', async () => {
    const strict = await startServer({ login: { user: 'hostler', password: 'right' } });
    await queue();
    await queue();
    startWorker(smtp(strict.url.replace('right', 'other-word')));
    await expect.poll(async () => (await mails()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(warnings()).toMatchObject([{ engine: 'smtp', msg: 'outage began' }]);
    expect(JSON.stringify(warnings())).not.toContain('other-word');
    await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));

    const busy = await startServer({ onRecipient: () => refusal(450, 'Greylisted') });
    lines.length = 0;
    await wait(HOUR);
    startWorker(smtp(busy.url));
    await expect.poll(async () => (await mails()).map(({ attempts }) => attempts)).toEqual([2, 2]);
    expect(warnings().map(({ msg }) => msg)).toEqual(['mail not sent: will retry', 'mail not sent: will retry']);
  });
});

describe('a mail', () => {
  it('arrives as text and HTML with one Message-ID, once per cause, and its secret is deleted afterwards', async () => {
    const server = await startServer();
    const to = 'Jo.Doe@Example.com';
    await queue({ to, cause: 'reset 1', letter: { ...letter, subject: 'Grüße' } });
    const [before] = await mails();
    expect(before?.content).not.toContain(secret);
    startWorker(smtp(server.url));
    await expect.poll(() => server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ subject: 'Grüße', from, recipients: ['jo.doe@example.com'] });
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{40}@example\.com>$/);
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    expect(secretIn(mail as NonNullable<typeof mail>)).toBe(secret);
    expect(mail?.html).toContain(`#${secret}"`);
    await expect.poll(mails).toEqual([expect.objectContaining({ result: 'sent', attempts: 1 })]);
    expect(openContent((await mails())[0]?.content ?? '', vault).text).toContain('https://panel.example.com/reset#…');

    expect(await queue({ to, cause: 'reset 1' })).toBe('queued');
    expect(await mails(), 'the same cause is the same mail').toHaveLength(1);
    expect(lines.join(''), 'no secret in the log').not.toContain(secret);
  });

  it('has no header injected by a customer', async () => {
    const server = await startServer();
    const subject = 'Join us\r\nBcc: eve@example.com\r\n\r\nBuy';
    await queue({ letter: { ...letter, subject } });
    startWorker(smtp(server.url));
    await expect.poll(() => server.mails).toHaveLength(1);
    expect(server.mails[0]).toMatchObject({ subject: 'Join us Bcc: eve@example.com Buy' });
    expect(server.mails[0]?.bcc ?? []).toEqual([]);
    expect(server.mails[0]?.recipients).toHaveLength(1);
  });

  it('is not sent if its cause was rolled back or simulated', async () => {
    const mail = newMail();
    await expect(
      kernel.db.write(function* () {
        yield* mailer.queue(mail);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const simulation = { fail: false, followUps: [], afterRollback: [] };
    expect(await kernel.db.simulate(simulation, () => mailer.queue(mail))).toBe('queued');
    expect(await mails()).toEqual([]);
  });

  it('is not queued for an invalid address', async () => {
    expect(await queue({ to: 'jo@example.com\r\nRCPT TO:<eve@example.com>' })).toBe('no_address');
    expect(await mails()).toEqual([]);
  });
});

describe('a mail server', () => {
  it('that is unreachable gets the mail later, after growing delays', async () => {
    const server = await startMailServer();
    await server.close();
    startWorker(smtp(server.url));
    await queue();
    const pauses: number[] = [];
    for (const attempts of [1, 2, 3]) {
      await expect.poll(mails).toEqual([expect.objectContaining({ attempts, next_at: expect.any(Number) })]);
      const [mail] = await mails();
      pauses.push(((mail?.next_at ?? 0) - clock.now()) / SECOND);
      if (attempts < 3) await wait((mail?.next_at ?? 0) - clock.now());
    }
    expect(pauses).toEqual([15, 60, 300]);
    const back = await startServer({ port: server.port });
    await wait(5 * MINUTE);
    await expect.poll(() => back.mails).toHaveLength(1);
    await expect.poll(mails).toEqual([expect.objectContaining({ result: 'sent', attempts: 4, next_at: null })]);
    expect(lines.join('')).not.toContain(secret);
  });

  it('that does not answer is abandoned', async () => {
    const silent = await startSilentServer();
    open.push(silent);
    startWorker(impatient(silent.url));
    await queue();
    await expect.poll(mails).toEqual([expect.objectContaining({ attempts: 1, next_at: expect.any(Number) })]);
    expect(await impatient(silent.url).check()).toMatchObject({
      reachable: false,
      advice: 'Check HOSTLER_SMTP_URL and that the server is running.',
    });
  });

  it('gets no retry if it rejects a recipient permanently, and a retry if it rejects one temporarily', async () => {
    const server = await startServer({
      onRecipient: (address) =>
        address.startsWith('never')
          ? refusal(550, `No such user; seen https://panel.example.com/reset#${secret}`)
          : refusal(450, 'Come back later'),
    });
    await queue({ to: 'never@example.com' });
    await queue({ to: 'later@example.com' });
    startWorker(smtp(server.url));
    await expect
      .poll(mails)
      .toEqual([
        expect.objectContaining({ recipient: 'never@example.com', result: 'given_up' }),
        expect.objectContaining({ recipient: 'later@example.com', result: null, next_at: expect.any(Number) }),
      ]);
    expect(lines.join('')).toContain('No such user');
    expect(lines.join('')).not.toContain(secret);
  });

  it('that refuses the sender or the password gets a retry, because the operator can fix that', async () => {
    const login = { user: 'hostler', password: 'open-sesame' };
    const server = await startServer({ login });
    startWorker(smtp(server.url.replace('open-sesame', 'close-sesame')));
    await queue();
    await expect.poll(mails).toEqual([expect.objectContaining({ attempts: 1, result: null })]);
    expect(lines.join('')).not.toContain('sesame');
    await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
    startWorker(smtp(server.url));
    await wait(15 * SECOND);
    await expect.poll(() => server.mails).toHaveLength(1);
  });

  it('receives no password without encryption unless it is on this machine', async () => {
    const { port } = await startServer({ login: { user: 'hostler', password: 'right' } });
    const url = `smtp://hostler:right@127.0.0.1:${port}?host=ignored`;
    expect(await smtp(url).check()).toMatchObject({ reachable: true, detail: `Mail goes to 127.0.0.1:${port}.` });
    // Another name of this machine stands for a remote machine.
    const elsewhere = await smtp(`smtp://hostler:right@0.0.0.0:${port}`).check();
    expect(elsewhere).toMatchObject({ reachable: false, detail: expect.stringContaining('STARTTLS') });
    expect(JSON.stringify(elsewhere)).not.toContain('right');
  });
});

describe('a mail that cannot be sent', () => {
  it('is given up after a day, or when its link has expired', async () => {
    const driver: MailDriver = {
      send: () => Promise.reject(new Error('away')),
      check: () => Promise.reject(new Error('not asked')),
    };
    startWorker(driver);
    await queue({ to: 'day@example.com' });
    await queue({ to: 'hour@example.com', expiresAt: clock.now() + HOUR });
    await expect.poll(async () => (await mails()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    await wait(HOUR);
    await expect.poll(async () => (await mails()).map(({ result }) => result)).toEqual([null, 'given_up']);
    await expect.poll(async () => (await mails()).map(({ attempts }) => attempts)).toEqual([2, 2]);
    await wait(23 * HOUR);
    await expect.poll(async () => (await mails()).map(({ result }) => result)).toEqual(['given_up', 'given_up']);
    expect(lines.join('')).toContain('mail given up: not sent in time');
    for (const { content } of await mails()) expect(openContent(content ?? '', vault).text).not.toContain(secret);
  });

  it('is tried once if no worker ran for more than a day, unless its link has expired', async () => {
    await queue({ to: 'late@example.com' });
    await queue({ to: 'expired@example.com', expiresAt: clock.now() + HOUR });
    clock.advance(25 * HOUR);
    const server = await startServer();
    startWorker(createSmtp({ url: server.url }));
    await expect.poll(async () => (await mails()).map(({ result }) => result)).toEqual(['sent', 'given_up']);
  });

  it('is sent by another worker, with the same Message-ID, if the first one dies', async () => {
    const held: (() => void)[] = [];
    const server = await startServer({ beforeTaking: () => new Promise((resolve) => held.push(resolve)) });
    const first = startWorker(createSmtp({ url: server.url }));
    await queue();
    await expect.poll(() => held.length).toBe(1);
    await first.stop(0);
    startWorker(createSmtp({ url: server.url }));
    await expect.poll(() => held.length).toBe(2);
    for (const take of held) take();
    await expect.poll(mails).toEqual([expect.objectContaining({ result: 'sent' })]);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('is retried at once if the clock was set back', async () => {
    const server = await startServer();
    await queue();
    await kernel.db.write(() => sql('delete from jobs').run({}));
    const next_at = clock.now() + DAY;
    await kernel.db.write(() => sql<{ next_at: number }>('update mails set next_at = :next_at').run({ next_at }));
    startWorker(smtp(server.url));
    await wait(0);
    await expect.poll(() => server.mails).toHaveLength(1);
  });
});

describe('mail that users can trigger to any address', () => {
  it('is limited per inbox, whatever the tag, and leaves room for notices', async () => {
    const to = (tag: number) => ({ to: `jo+${tag}@example.com` });
    for (let sent = 0; sent < MAIL_BOUNDS.askedPerHour; sent++) expect(await queue(to(sent))).toBe('queued');
    expect(await queue(to(99))).toBe('too_many');
    expect(await queue({ ...to(99), nature: 'notice' })).toBe('queued');
    expect(await queue({ to: 'eve@example.com' })).toBe('queued');
    clock.advance(HOUR + SECOND);
    expect(await queue(to(100))).toBe('queued');
  });

  it('is limited per day, too', async () => {
    const to = 'jo@example.com';
    for (let sent = 0; sent < MAIL_BOUNDS.askedPerDay; sent++) {
      expect(await queue({ to })).toBe('queued');
      clock.advance(HOUR / 4);
    }
    expect(await queue({ to })).toBe('too_many');
  });

  it('is limited per sender', async () => {
    const causedBy = 'account 1';
    for (let sent = 0; sent < MAIL_BOUNDS.causedPerHour; sent++) expect(await queue({ causedBy })).toBe('queued');
    expect(await queue({ causedBy })).toBe('too_many');
    expect(await queue({ causedBy: 'account 2' })).toBe('queued');
  });

  it('is limited under concurrency', async () => {
    const db = [kernel.open(), kernel.open()];
    const asked = Array.from({ length: 12 }, (_, index) => {
      const mail = newMail({ to: 'jo@example.com' });
      return db[index % 2]?.write(() => mailer.queue(mail));
    });
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === 'queued')).toHaveLength(MAIL_BOUNDS.askedPerHour);
  });

  it('keeps the response, the text for the set time and the log for a year', async () => {
    const server = await startServer();
    startWorker(smtp(server.url));
    await queue();
    await expect.poll(mails).toEqual([
      expect.objectContaining({
        result: 'sent',
        reason: expect.stringMatching(/^250 /),
        content: expect.any(String),
      }),
    ]);
    const forget = async () => {
      const counts: number[] = [];
      for (const { forget } of mailRetention({ keepDays: 30 })) {
        counts.push(await kernel.db.write(() => forget(clock.now(), 10)));
      }
      return counts;
    };
    clock.advance(29 * DAY);
    expect(await forget()).toEqual([0, 0, 0]);
    clock.advance(2 * DAY);
    expect(await forget()).toEqual([1, 0, 0]);
    expect(await mails()).toEqual([expect.objectContaining({ content: null })]);
    clock.advance(335 * DAY);
    expect(await forget()).toEqual([0, 1, 0]);
  });

  it('keeps mail that the company must be able to prove for six years', async () => {
    const server = await startServer();
    startWorker(smtp(server.url));
    await queue({ isProof: true });
    await expect.poll(mails).toEqual([expect.objectContaining({ result: 'sent' })]);
    const forget = async () => {
      for (const { forget } of mailRetention({ keepDays: 30 })) await kernel.db.write(() => forget(clock.now(), 10));
    };
    clock.advance(6 * 365 * DAY);
    await forget();
    expect(await mails()).toEqual([expect.objectContaining({ content: expect.any(String) })]);
    clock.advance(10 * DAY);
    await forget();
    expect(await mails()).toEqual([]);
  });
});

describe('without a mail server', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hostler-mail-'));
    open.push({ close: () => rm(dir, { recursive: true, force: true }) });
  });

  it('writes a mail to a file for its owner alone, and logs the path', async () => {
    startWorker(createMailFiles(join(dir, 'mail')));
    await queue({ to: 'jo@example.com' });
    await expect.poll(mails).toEqual([expect.objectContaining({ result: 'sent' })]);
    const [name = ''] = await readdir(join(dir, 'mail'));
    const file = join(dir, 'mail', name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, 'mail'))).mode & 0o777).toBe(0o700);
    const mail = await untilMail(dir, 'jo@example.com', ({ subject }) => subject === letter.subject);
    expect(secretIn(mail)).toBe(secret);
    const told = lines.map((line) => JSON.parse(line)).find((line) => line.file !== undefined);
    expect(told).toMatchObject({ level: 40, file, mail_kind: 'reset' });
    expect(lines.join('')).not.toContain(secret);
  });

  it('writes the same mail to one file', async () => {
    const driver = createMailFiles(join(dir, 'mail'));
    const mail = { id: 7, messageId: '<7@example.com>', from, to: 'jo@example.com', createdAt: clock.now() };
    const content = { subject: 'a', text: 'b', html: 'c', attachments: [] };
    const { signal } = new AbortController();
    for (let time = 0; time < 2; time++) await driver.send({ ...mail, ...content }, signal);
    expect(await readdir(join(dir, 'mail'))).toHaveLength(1);
    expect(await driver.check()).toMatchObject({ reachable: true, advice: null });
  });
});
