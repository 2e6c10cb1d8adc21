import { expect, it } from 'vitest';
import { readDump, writeDump } from './mariadb/dump-format.ts';
import type { Program } from './mariadb/programs.ts';

const head = { database: 'a1_shop', charset: 'utf8mb4', collation: 'utf8mb4_general_ci', sequenceDefaults: [] };

function makeProgram(text: string): Program {
  const surroundings = { sqlMode: '', collation: 'utf8mb4_general_ci', timeZone: 'SYSTEM' };
  return { kind: 'procedure', name: 'p', algorithm: '', definer: '', body: `PROCEDURE p() ${text}`, ...surroundings };
}

/** Splits a stream into chunks as small as those of the decompressor. */
async function* cut(parts: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  for await (const part of parts) for (let at = 0; at < part.length; at += size) yield part.subarray(at, at + size);
}

it.each([1, 7, 16_384])('reads a dump in chunks of %d bytes', async (size) => {
  const programs = [makeProgram('select 1'), makeProgram("select 'two'")];
  const dump = await readDump(cut(writeDump(head, [Buffer.from('create table t (n int);')], programs), size));
  expect(dump.head).toMatchObject(head);
  const tables: Buffer[] = [];
  for await (const part of dump.tables()) tables.push(part);
  expect(Buffer.concat(tables).toString()).toBe('create table t (n int);');
  expect(await dump.programs()).toEqual(programs);
});

it('reads stored programs of 16 MB from a dump in linear time', async () => {
  const programs = Array.from({ length: 16 }, () => makeProgram(`select '${'x'.repeat(1_000_000)}'`));
  const before = process.cpuUsage();
  const dump = await readDump(cut(writeDump(head, [], programs), 16_384));
  for await (const _ of dump.tables());
  expect(await dump.programs()).toHaveLength(16);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_500);
});
