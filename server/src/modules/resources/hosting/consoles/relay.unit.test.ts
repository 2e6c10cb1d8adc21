import { expect, it } from 'vitest';
import { EngineError } from '#engines/engine.ts';
import type { Terminal } from '#engines/vps/driver.ts';
import type { ClientSocket, SocketMessage } from '#kernel/http/client-socket.ts';
import { type End, relay } from './relay.ts';

const never = new Promise<void>(() => {});

function openTerminal(parts: Partial<Terminal> = {}) {
  let pulled = 0;
  let isClosed = false;
  const terminal: Terminal = {
    async *read() {
      for (;;) {
        pulled++;
        yield Buffer.alloc(4096);
      }
    },
    write: async () => {},
    resize() {},
    readExitCode: async () => 3,
    close() {
      isClosed = true;
    },
    ...parts,
  };
  return { terminal, pulled: () => pulled, isClosed: () => isClosed };
}

interface ClientParts {
  send?: () => Promise<void>;
  messages?: SocketMessage[];
  isGone?: boolean;
  gone?: AbortSignal;
  flood?: AbortSignal;
}

function openClient(parts: ClientParts) {
  return {
    gone: parts.gone ?? new AbortController().signal,
    flood: parts.flood,
    send: parts.send ?? (async () => {}),
    async *read() {
      yield* parts.messages ?? [];
      if (!parts.isGone) await never;
    },
  } as unknown as ClientSocket;
}

it('takes no more output while the client does not read', async () => {
  const { terminal, pulled, isClosed } = openTerminal();
  const ending = new AbortController();
  const ended = relay(openClient({ send: () => never }), terminal, { idleMs: 60_000, signal: ending.signal });
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(pulled()).toBe(1);
  ending.abort({ reason: 'rights' } satisfies End);
  expect(await ended).toEqual({ reason: 'rights' });
  expect(isClosed()).toBe(true);
});

it('throttles output to about 2 MiB in a second', async () => {
  const { terminal, pulled } = openTerminal();
  const ended = relay(openClient({}), terminal, { idleMs: 1_000, signal: new AbortController().signal });
  expect(await ended).toEqual({ reason: 'idle' });
  expect(pulled() * 4096).toBeLessThan(4 * 2 ** 20);
});

it('takes no more input while the process does not read', async () => {
  let taken = 0;
  const messages = Array.from({ length: 5 }, () => ({ data: Buffer.from('x') }));
  const { terminal } = openTerminal({
    async *read() {
      await never;
      yield Buffer.alloc(0);
    },
    write() {
      taken++;
      return never;
    },
  });
  const ending = new AbortController();
  const ended = relay(openClient({ messages }), terminal, { idleMs: 60_000, signal: ending.signal });
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(taken).toBe(1);
  ending.abort({ reason: 'shutdown' } satisfies End);
  expect(await ended).toEqual({ reason: 'shutdown' });
});

it('ends if the client floods it with input', async () => {
  const flood = new AbortController();
  const { terminal, isClosed } = openTerminal();
  const client = openClient({ send: () => never, flood: flood.signal });
  const ended = relay(client, terminal, { idleMs: 60_000, signal: new AbortController().signal });
  flood.abort();
  expect(await ended).toEqual({ reason: 'flood' });
  expect(isClosed()).toBe(true);
});

it('ends soon after the client left, even if the process does not take its input', async () => {
  const gone = new AbortController();
  const { terminal, isClosed } = openTerminal({
    async *read() {
      await never;
      yield Buffer.alloc(0);
    },
    write: () => never,
  });
  const client = openClient({ messages: [{ data: Buffer.from('x') }], gone: gone.signal });
  const ended = relay(client, terminal, { idleMs: 60_000, signal: new AbortController().signal });
  gone.abort();
  expect(await ended).toEqual({ reason: 'left' });
  expect(isClosed()).toBe(true);
});

it.each([
  [{ isGone: true }, {}, { reason: 'left' }],
  [{ messages: [{ text: '{"type":"resize","columns":0,"rows":24}' }] }, {}, { reason: 'bad_message' }],
  [{ messages: [{ text: 'null' }] }, {}, { reason: 'bad_message' }],
  [{}, { async *read() {} }, { reason: 'exited', exit_code: 3 }],
  [
    {},
    {
      // biome-ignore lint/correctness/useYield: it throws before its first chunk.
      async *read() {
        throw new EngineError('unreachable', 'It broke.');
      },
    },
    { reason: 'engine' },
  ],
] as const)('ends with the reason: %o, %o', async (client, terminal, expected) => {
  const opened = openTerminal(terminal as Partial<Terminal>);
  const socket = openClient(client as Parameters<typeof openClient>[0]);
  const options = { idleMs: 60_000, signal: new AbortController().signal };
  expect(await relay(socket, opened.terminal, options)).toEqual(expected);
  expect(opened.isClosed()).toBe(true);
});
