import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostler-config-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = () => readConfig({ HOSTLER_DATA_DIR: folder });

describe('the secret key in the data folder', () => {
  it('is created once, readable only by its owner', async () => {
    const { secretKey } = read();
    expect(secretKey).toMatch(/^[0-9a-f]{64}$/);
    expect(read().secretKey).toBe(secretKey);
    expect(await readdir(folder)).toEqual(['secret.key']);
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe(`${secretKey}\n`);
  });

  it('is not read from an empty file, as a full disk leaves one', async () => {
    await writeFile(join(folder, 'secret.key'), '\n');
    expect(read).toThrow(/secret\.key is empty\. Restore it/);
  });
});

describe('HOSTLER_USAGE_LIMIT', () => {
  const limits = (text: string) =>
    readConfig({ HOSTLER_DATA_DIR: folder, HOSTLER_USAGE_LIMIT: text }).commerce.hourly.usageLimits;

  it('sets amounts by currency, over the defaults', () => {
    const read = limits('SEK:50000:200000,EUR:100');
    expect(read.get('SEK')).toEqual({ beforePayment: 50_000, afterPayment: 200_000 });
    expect(read.get('EUR')).toEqual({ beforePayment: 100, afterPayment: 100 });
    expect(read.get('USD')).toEqual({ beforePayment: 5_000, afterPayment: 20_000 });
  });

  it('refuses a value that is not an amount with its currency', () => {
    for (const wrong of ['5000', 'EUR', 'eur:5000', 'EUR:-1', 'EUR:50.00'])
      expect(() => limits(wrong)).toThrow(/HOSTLER_USAGE_LIMIT names/);
  });
});
