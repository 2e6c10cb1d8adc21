import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailboxSpec, MailDomain, MailDriver } from '../../server/src/engines/mail/driver.ts';
import { eventually } from '../until.ts';

/** Provided by the test of a driver. */
export interface MailHarness {
  driver: MailDriver;
  /** Puts something into the mailbox. */
  fill(address: string): Promise<void>;
  /** Removes everything the tests created. */
  close(): Promise<void>;
}

/** Hash of `correct horse` at the lowest cost, for tests only. */
export const cheapHash = '{BLF-CRYPT}$2y$04$2839hTeYciTD/7esniAPj.lFijLhZpxhY3kAaeXP0mi2vaLp0tgB6';

export function makeMailbox(address: string, changes: Partial<MailboxSpec> = {}): MailboxSpec {
  return {
    address,
    passwordHash: cheapHash,
    quotaMb: 10,
    suspended: false,
    closed: false,
    forwardTo: [],
    keepCopy: true,
    maxRecipientsPerHour: 100,
    ...changes,
  };
}

/** Shared by all tests, because key generation is slow. */
export const dkimKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
});

/** Contract of every mail driver. The server is opened once; every test has its own domain. */
export function describeMailDriver(title: string, openHarness: () => Promise<MailHarness>): void {
  describe(`${title}: the mail contract`, () => {
    let harness: MailHarness;
    let driver: MailDriver;
    let name: string;
    let domain: MailDomain;

    beforeAll(async () => {
      harness = await openHarness();
      driver = harness.driver;
    });
    afterAll(() => harness?.close());

    beforeEach(() => {
      name = `contract-${randomUUID().slice(0, 8)}.test`;
      domain = {
        name,
        local: true,
        mailboxes: [makeMailbox(`jo@${name}`), makeMailbox(`ann@${name}`, { forwardTo: ['ann@elsewhere.test'] })],
        aliases: [
          { address: `sales@${name}`, to: [`jo@${name}`, `ann@${name}`] },
          { address: `*@${name}`, to: [`jo@${name}`] },
        ],
        dkim: { selector: 'hostler', privateKey: dkimKey.privateKey },
      };
    });

    /** Usage of the domain of this test; others may run in parallel. */
    const readUsage = async () => {
      const ours = [...(await driver.usage())].filter(([address]) => address.endsWith(`@${name}`));
      return Object.fromEntries(ours.sort());
    };
    const readAddresses = async () => Object.keys(await readUsage());

    it('reports that it is reachable', async () => {
      // The check has a few seconds to answer.
      await eventually(async () =>
        expect(await driver.check()).toMatchObject({ reachable: true, version: expect.any(String), advice: null }),
      );
    });

    it('creates the mailboxes of a domain empty, even if the domain is put twice', async () => {
      expect(await readAddresses()).toEqual([]);
      await driver.putDomain(domain);
      await driver.putDomain(domain);
      expect(await readUsage()).toEqual({ [`ann@${name}`]: 0, [`jo@${name}`]: 0 });
    });

    it('reports the size of a mailbox, and keeps its mail when other parts of the domain change', async () => {
      await driver.putDomain(domain);
      await harness.fill(`jo@${name}`);
      const before = (await readUsage())[`jo@${name}`];
      expect(before).toBeGreaterThan(0);
      const jo = makeMailbox(`jo@${name}`, { quotaMb: 20, suspended: true });
      await driver.putDomain({ ...domain, mailboxes: [jo], aliases: [], dkim: null });
      expect(await readUsage()).toEqual({ [`jo@${name}`]: before });
    });

    it('deletes the mail of a removed mailbox, so that a new one of that name is empty', async () => {
      await driver.putDomain(domain);
      await harness.fill(`jo@${name}`);
      await driver.putDomain({ ...domain, mailboxes: [], aliases: [] });
      expect(await readAddresses()).toEqual([]);
      await driver.putDomain(domain);
      expect((await readUsage())[`jo@${name}`]).toBe(0);
    });

    it('removes a domain with its mailboxes and their mail, even a missing one', async () => {
      await driver.putDomain(domain);
      await harness.fill(`jo@${name}`);
      await driver.removeDomain(name);
      await driver.removeDomain(name);
      expect(await readAddresses()).toEqual([]);
      await driver.putDomain(domain);
      expect((await readUsage())[`jo@${name}`]).toBe(0);
    });

    it('keeps other domains, even with the same ending', async () => {
      const other = { ...domain, name: `sub.${name}`, aliases: [], mailboxes: [makeMailbox(`jo@sub.${name}`)] };
      await driver.putDomain(domain);
      await driver.putDomain(other);
      await driver.putDomain({ ...domain, mailboxes: domain.mailboxes.slice(0, 1) });
      await driver.removeDomain(name);
      expect((await driver.usage()).get(`jo@sub.${name}`)).toBe(0);
    });

    it('accepts an unverified domain, and an empty one', async () => {
      await driver.putDomain({ ...domain, local: false });
      expect(await readAddresses()).toHaveLength(2);
      await driver.putDomain({ ...domain, local: false, mailboxes: [], aliases: [], dkim: null });
      expect(await readAddresses()).toEqual([]);
    });

    it('accepts forwarding loops', async () => {
      const mailboxes = [
        makeMailbox(`a@${name}`, { forwardTo: [`b@${name}`], keepCopy: false }),
        makeMailbox(`b@${name}`, { forwardTo: [`a@${name}`], keepCopy: false }),
      ];
      await driver.putDomain({ ...domain, mailboxes, aliases: [{ address: `c@${name}`, to: [`c@${name}`] }] });
      expect(await readAddresses()).toEqual([`a@${name}`, `b@${name}`]);
    });

    it('does nothing if it is aborted before the start', async () => {
      const signal = AbortSignal.abort(new Error('no longer wanted'));
      await expect(driver.putDomain(domain, { signal })).rejects.toThrow('no longer wanted');
      expect(await readAddresses()).toEqual([]);
    });

    it.each<[string, (name: string) => Partial<MailDomain>]>([
      ['a mailbox of another domain', () => ({ mailboxes: [makeMailbox('jo@elsewhere.test')] })],
      ['a mailbox whose domain only has the same ending', (name) => ({ mailboxes: [makeMailbox(`jo@evil${name}`)] })],
      ['a mailbox with a path in its name', (name) => ({ mailboxes: [makeMailbox(`../jo@${name}`)] })],
      ['a mailbox that begins with a dot', (name) => ({ mailboxes: [makeMailbox(`.jo@${name}`)] })],
      ['a mailbox with a capital letter', (name) => ({ mailboxes: [makeMailbox(`Jo@${name}`)] })],
      ['a mailbox with a plus', (name) => ({ mailboxes: [makeMailbox(`jo+shop@${name}`)] })],
      ['a mailbox with a quote', (name) => ({ mailboxes: [makeMailbox(`o'neil@${name}`)] })],
      ['a duplicate mailbox', (name) => ({ mailboxes: [makeMailbox(`jo@${name}`), makeMailbox(`jo@${name}`)] })],
      [
        'an alias with the address of a mailbox',
        (name) => ({ aliases: [{ address: `jo@${name}`, to: ['a@b.test'] }] }),
      ],
      [
        'a password instead of a hash',
        (name) => ({ mailboxes: [makeMailbox(`jo@${name}`, { passwordHash: 'correct horse' })] }),
      ],
      [
        'a plain-text password with its scheme',
        (name) => ({ mailboxes: [makeMailbox(`jo@${name}`, { passwordHash: '{PLAIN}a' })] }),
      ],
      [
        'a hash that needs too much memory',
        (name) => ({
          mailboxes: [
            makeMailbox(`jo@${name}`, {
              passwordHash: `{ARGON2ID}$argon2id$v=19$m=99999,t=2,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`,
            }),
          ],
        }),
      ],
      ['a quota of 0', (name) => ({ mailboxes: [makeMailbox(`jo@${name}`, { quotaMb: 0 })] })],
      ['an alias of another domain', () => ({ aliases: [{ address: 'jo@elsewhere.test', to: ['a@b.test'] }] })],
      ['an alias without targets', (name) => ({ aliases: [{ address: `x@${name}`, to: [] }] })],
      ['an alias to a command', (name) => ({ aliases: [{ address: `x@${name}`, to: ['|/bin/sh'] }] })],
      [
        'an alias with two addresses in one target',
        (name) => ({ aliases: [{ address: `x@${name}`, to: ['a@b.test,c@d.test'] }] }),
      ],
      [
        'a forward to an invalid address',
        (name) => ({ mailboxes: [makeMailbox(`jo@${name}`, { forwardTo: ['jo'] })] }),
      ],
      ['an invalid DKIM key', () => ({ dkim: { selector: 'hostler', privateKey: 'x' } })],
      ['an invalid DKIM selector', () => ({ dkim: { selector: '../x', privateKey: dkimKey.privateKey } })],
    ])('refuses %s, and keeps the domain', async (_what, change) => {
      await driver.putDomain(domain);
      const refused = driver.putDomain({ ...domain, ...change(name) });
      await expect(refused).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
      expect(await readAddresses()).toEqual([`ann@${name}`, `jo@${name}`]);
    });

    it.each(['', '..', '../escape.test', 'a/b.test', 'a b.test', 'localhost', '192.0.2.1', "a'b.test", 'A.test'])(
      'refuses the domain "%s"',
      async (bad) => {
        await expect(driver.putDomain({ ...domain, name: bad, mailboxes: [], aliases: [] })).rejects.toMatchObject({
          code: 'refused',
        });
        await expect(driver.removeDomain(bad)).rejects.toMatchObject({ code: 'refused' });
      },
    );
  });
}
