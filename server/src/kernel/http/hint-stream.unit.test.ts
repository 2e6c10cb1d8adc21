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
