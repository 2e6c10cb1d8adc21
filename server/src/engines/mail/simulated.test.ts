import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMailDriver, makeMailbox } from '@hostler/testing/contracts/mail.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import { failNext } from '../simulation/faults.ts';
import { createSimulatedMail } from './simulated.ts';

describeMailDriver('simulated', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hostler-mail-'));
  let time = Date.now();
  return {
    driver: createSimulatedMail({ dir, now: () => time }),
    async fill() {
      time += HOUR;
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
});

describe('simulated mail', () => {
  let dir: string;
  const address = 'jo@example.test';
  const domain = { name: 'example.test', local: true, mailboxes: [makeMailbox(address)], aliases: [], dkim: null };

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hostler-mail-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('keeps its domains after a restart of the server, and never fills a mailbox completely', async () => {
    await createSimulatedMail({ dir }).putDomain(domain);
    const years = createSimulatedMail({ dir, now: () => Date.now() + 3_000 * DAY });
    expect((await years.usage()).get(address)).toBe(9 * 2 ** 20);
  });

  it('keeps the old domain if it fails halfway, and stores the new one on retry', async () => {
    const driver = createSimulatedMail({ dir });
    await driver.putDomain(domain);
    await failNext(dir, { operation: 'putDomain', stage: 'halfway', times: 1, code: 'unreachable', message: 'No.' });
    const next = { ...domain, mailboxes: [] };
    await expect(driver.putDomain(next)).rejects.toMatchObject({ code: 'unreachable', message: 'No.' });
    expect([...(await driver.usage()).keys()]).toEqual([address]);
    await driver.putDomain(next);
    expect((await driver.usage()).size).toBe(0);
  });
});
