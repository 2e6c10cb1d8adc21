import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeZip } from './zip.ts';

/** Random, so that it cannot be compressed. */
const noise = () => Array.from({ length: 10_000 }, () => Math.random().toString(36)).join('');

it('writes an archive that other programs read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const written: Buffer[] = [];
  async function* text() {
    yield 'Grüße ';
    yield '日本';
  }
  async function* nothing() {}
  await writeZip(
    [
      { name: 'größe.json', texts: text() },
      { name: 'empty.json', texts: nothing() },
    ],
    async (bytes) => written.push(bytes),
  );
  writeFileSync(join(folder, 'a.zip'), Buffer.concat(written));
  const script = `
import zipfile, json
with zipfile.ZipFile('${join(folder, 'a.zip')}') as z:
    assert z.testzip() is None
    print(json.dumps({ i.filename: [z.read(i).decode(), i.date_time[0]] for i in z.infolist() }))`;
  const read = JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }));
  expect(read).toEqual({ 'größe.json': ['Grüße 日本', 1980], 'empty.json': ['', 1980] });
});

it('fails with the error of an entry', async () => {
  async function* broken() {
    yield 'a';
    throw new Error('database gone');
  }
  async function* fine() {
    yield noise();
  }
  const entries = [
    { name: 'fine', texts: fine() },
    { name: 'broken', texts: broken() },
    { name: 'later', texts: fine() },
  ];
  await expect(writeZip(entries, async () => {})).rejects.toThrow('database gone');
});

it('reads no more than it can write, and stops if writing fails', async () => {
  let read = 0;
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) {
        read++;
        yield noise();
      }
    } finally {
      isClosed = true;
    }
  }
  let writes = 0;
  const full = async () => {
    writes++;
    if (writes === 1) return;
    // Time for a writer without backpressure to read far ahead.
    for (let turn = 0; turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve));
    throw new Error('disk full');
  };
  await expect(writeZip([{ name: 'endless', texts: endless() }], full)).rejects.toThrow('disk full');
  expect(read).toBeLessThan(50);
  await expect.poll(() => isClosed).toBe(true);
});
