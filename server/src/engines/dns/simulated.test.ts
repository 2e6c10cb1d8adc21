import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeDnsDriver } from '@hostler/testing/contracts/dns.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failNext } from '../simulation/faults.ts';
import type { DnsZone } from './driver.ts';
import { createSimulatedDns } from './simulated.ts';

describeDnsDriver('simulated', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hostler-dns-'));
  return { driver: createSimulatedDns({ dir }), close: () => rm(dir, { recursive: true, force: true }) };
});

describe('simulated DNS', () => {
  let dir: string;
  const zone: DnsZone = { domain: 'example.test', nameservers: ['ns1.host.test'], records: [] };

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hostler-dns-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('keeps its zones after a restart of the server', async () => {
    await createSimulatedDns({ dir }).putZone(zone);
    expect(await createSimulatedDns({ dir }).readZone(zone.domain)).toEqual(zone);
  });

  it('keeps the old zone if it fails halfway, and stores the new one on retry', async () => {
    const driver = createSimulatedDns({ dir });
    await driver.putZone(zone);
    await failNext(dir, { operation: 'putZone', stage: 'halfway', times: 1, code: 'unreachable', message: 'No.' });
    const next = { ...zone, nameservers: ['ns2.host.test'] };
    await expect(driver.putZone(next)).rejects.toMatchObject({ code: 'unreachable', message: 'No.' });
    expect(await driver.readZone(zone.domain)).toEqual(zone);
    await driver.putZone(next);
    expect(await driver.readZone(zone.domain)).toEqual(next);
  });

  it('refuses records of one name and type with different TTLs, and duplicate records', async () => {
    const driver = createSimulatedDns({ dir });
    const record = { name: 'example.test', type: 'A', ttl: 60, content: '192.0.2.1' } as const;
    const other = { ...record, ttl: 61, content: '192.0.2.2' };
    await expect(driver.putZone({ ...zone, records: [record, other] })).rejects.toMatchObject({ code: 'refused' });
    await expect(driver.putZone({ ...zone, records: [record, record] })).rejects.toMatchObject({ code: 'refused' });
  });
});
