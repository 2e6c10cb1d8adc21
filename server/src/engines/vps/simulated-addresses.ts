import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, makeFolder, readJson, writeDurably, writeJson } from '../durable-file.ts';
import { EngineError } from '../engine.ts';
import { hashText } from '../simulation/hash.ts';

// Documentation ranges of RFC 5737; when all are assigned, the benchmarking range of RFC 2544.
const documentation = ['192.0.2', '198.51.100', '203.0.113'];
const hostsPerRange = 254;
const first = documentation.length * hostsPerRange;
const second = 2 * 256 * hostsPerRange;

/**
 * Claims an address that no other machine in this folder has. A claim is a file created with link(), which only one
 * process can win. A given address is claimed instead of a free one. The machine notes the address before the claim, so that a crash in between leaks none.
 */
export async function claimAddress(dir: string, name: string, noteFile: string, given?: string): Promise<string> {
  const noted = await readJson<string>(noteFile);
  if (given !== undefined) {
    if (noted !== given) await releaseAddress(dir, name, noteFile);
    await writeJson(noteFile, given);
    if (await claim(dir, given, name)) return given;
    throw new EngineError('conflict', `Another server has the address ${given}.`);
  }
  if (noted && (await claim(dir, noted, name))) return noted;
  for (const address of listCandidates(hashText(`address/${name}`))) {
    if (await readOwner(dir, address)) continue;
    await writeJson(noteFile, address);
    if (await claim(dir, address, name)) return address;
  }
  throw new EngineError('refused', 'There is no free address left.');
}

export async function releaseAddress(dir: string, name: string, noteFile: string): Promise<void> {
  const noted = await readJson<string>(noteFile);
  if (noted && (await readOwner(dir, noted)) === name) await rm(join(dir, noted), { force: true });
}

/** Transfers the address of `from` to `to`, which already has its note. */
export async function passAddressOn(dir: string, from: string, to: string, noteFile: string): Promise<void> {
  const noted = await readJson<string>(noteFile);
  if (noted && (await readOwner(dir, noted)) === from) await writeDurably(join(dir, noted), to);
}

function* listCandidates(hash: number): Generator<string> {
  for (let i = 0; i < first; i++) {
    const n = (hash + i) % first;
    yield `${documentation[Math.floor(n / hostsPerRange)]}.${1 + (n % hostsPerRange)}`;
  }
  for (let i = 0; i < second; i++) {
    const n = (hash + i) % second;
    const range = Math.floor(n / hostsPerRange);
    yield `198.${18 + Math.floor(range / 256)}.${range % 256}.${1 + (n % hostsPerRange)}`;
  }
}

async function claim(dir: string, address: string, name: string): Promise<boolean> {
  await makeFolder(dir);
  const ticket = join(dir, `${randomUUID()}.part`);
  await writeFile(ticket, name, { mode: 0o600 });
  try {
    await link(ticket, join(dir, address));
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return (await readOwner(dir, address)) === name;
  } finally {
    await rm(ticket, { force: true });
  }
}

async function readOwner(dir: string, address: string): Promise<string | undefined> {
  try {
    return await readFile(join(dir, address), 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
