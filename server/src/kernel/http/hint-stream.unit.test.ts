import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { HintStream } from './hint-stream.ts';

it('a stream whose client disconnected before it began ends and releases its slot', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket())).destroy();
  let ends = 0;
  const stream = new HintStream({
    response,
    isAllowed: async () => true,
    closing: new AbortController().signal,
    onEnd: () => ends++,
  });
  expect([stream.hasEnded, ends]).toEqual([true, 1]);
});

it('checks the credentials when they expire, and never sets a timer that is too long for Node', async () => {
  const open = (expiresInMs: number | undefined) => {
    const checked = { count: 0 };
    const stream = new HintStream({
      response: new ServerResponse(new IncomingMessage(new Socket())),
      expiresInMs,
      isAllowed: async () => ++checked.count < 0,
      closing: new AbortController().signal,
      onEnd: () => undefined,
    });
    return { stream, checked };
  };
  const [soon, later, never] = [open(20), open(90 * 24 * 3_600_000), open(undefined)];
  await expect.poll(() => soon.stream.hasEnded).toBe(true);
  expect([soon, later, never].map(({ checked }) => checked.count)).toEqual([1, 0, 0]);
});
