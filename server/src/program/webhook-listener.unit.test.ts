import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signDelivery } from '#kernel/net/signature.ts';
import type { Running } from './serve.ts';
import { listen } from './webhook-listener.ts';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
const BODY = '{"event":"ticket.created","data":{"id":1}}';

let printed: string[];
let running: Running | undefined;

beforeEach(() => {
  printed = [];
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function start(...args: string[]): Promise<void> {
  running = await listen(['--port', '0', ...args], (text) => printed.push(text));
}

async function send(body: string, headers: Record<string, string> = {}, method = 'POST'): Promise<number> {
  const init = method === 'POST' ? { method, headers, body } : { method };
  const { status } = await fetch(`${running?.url}/any/path`, init);
  return status;
}

function signed(secret = SECRET) {
  const signature = signDelivery({ secret, id: '42', timestampSeconds: 1, body: BODY });
  return { ...signature, 'X-Webhook-Event': 'ticket.created', 'X-Webhook-Id': '42' };
}

describe('hostler listen', () => {
  it('prints each delivery and whether it is verified', async () => {
    await start('--secret', SECRET);
    expect(await send(BODY, signed())).toBe(200);
    expect(printed[1]).toMatch(/^\S+Z {2}ticket\.created {2}id 42 {2}verified\n\{\n {2}"event": "ticket.created",/);
    expect(await send(`${BODY} `, signed())).toBe(401);
    expect(printed[2]).toContain('NOT VERIFIED');
    expect(await send(BODY)).toBe(401);
    expect(await send(BODY, signed('whsec_BBECAwQFBgcICQoLDA0ODxAREhMUFRYX'))).toBe(401);
  });

  it('never prints the secret', async () => {
    await start('--secret', SECRET);
    await send(BODY, signed());
    expect(printed.join()).not.toContain(SECRET.slice(6));
  });

  it('verifies with the old secret during a rotation', async () => {
    await start('--secret', SECRET);
    const rotated = { secret: 'whsec_BBECAwQFBgcICQoLDA0ODxAREhMUFRYX', previousSecret: SECRET };
    expect(await send(BODY, signDelivery({ ...rotated, id: '1', timestampSeconds: 1, body: BODY }))).toBe(200);
  });

  it('reads the secret from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hostler-listen-'));
    await writeFile(join(folder, 'secret'), `${SECRET}\n`);
    await start('--secret-file', join(folder, 'secret'));
    expect(await send(BODY, signed())).toBe(200);
    await rm(folder, { recursive: true });
  });

  it('warns if nothing can be verified', async () => {
    await start();
    expect(printed[0]).toContain('Nothing is verified without --secret.');
    expect(await send(BODY)).toBe(200);
    expect(printed[1]).toContain('not checked');
  });

  it('prints a line of JSON for each delivery', async () => {
    await start('--json', '--secret', SECRET);
    await send(BODY, signed());
    await send('not json');
    const lines = printed.map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { listening: running?.url },
      { event: 'ticket.created', id: '42', verified: true, body: { data: { id: 1 } } },
      { event: null, id: null, verified: false, body: 'not json' },
    ]);
  });

  it('lets no sender control the terminal', async () => {
    await start();
    await send('\u001b[2J\u009b31m\u202e', { 'X-Webhook-Event': 'a\u009b31m' });
    expect(printed[1]?.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(printed[1]).toContain('\\u001b[2J\\u009b31m\\u202e');
  });

  it('accepts only deliveries of limited size', async () => {
    await start();
    expect(await send('', {}, 'GET')).toBe(405);
    await send('x'.repeat(2_000_000)).catch(() => {});
    expect(printed).toHaveLength(1);
    expect(await send(BODY)).toBe(200);
  });

  it('explains a usage error in one sentence', async () => {
    await expect(start('--secret', 'hunter2')).rejects.toThrow('The secret is not one of a webhook');
    await expect(start('--secret', 'hunter2')).rejects.not.toThrow('hunter2');
    await expect(start('--secret-file', '/nowhere')).rejects.toThrow('/nowhere cannot be read.');
    await expect(start('--secret', SECRET, '--secret-file', 'x')).rejects.toThrow('not both');
    await expect(start('--port', '70000')).rejects.toThrow('--port must be at most 65535.');
    await start();
    const port = new URL(String(running?.url)).port;
    await expect(listen(['--port', port], () => {})).rejects.toThrow(`Port ${port} is in use by another program.`);
  });

  it('prints its help', async () => {
    const print = vi.fn();
    expect(await listen(['--help'], print)).toBe(undefined);
    expect(print.mock.calls[0]?.[0]).toContain('Usage: hostler listen');
  });
});
