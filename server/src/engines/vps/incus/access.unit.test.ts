import { expect, test } from 'vitest';
import { writeKeys } from './access.ts';

import type { Context } from './context.ts';
import { ApiError } from './errors.ts';

const gone = 'dial unix /proc/self/fd/61/forkfile.sock: connect: no such file or directory';

function openContext(failures: number, message: string) {
  const calls: string[] = [];
  const operations: Pick<Context['operations'], 'run'> = {
    async run(method) {
      calls.push(method);
      if (calls.length <= failures) throw new ApiError(500, message);
    },
  };
  return { context: { operations } as Context, calls };
}

test('a file is sent again if the LXD process that writes files was just ending', async () => {
  const { context, calls } = openContext(2, gone);
  await writeKeys(context, 'server', ['ssh-ed25519 AAAA']);
  expect(calls).toEqual(['POST', 'POST', 'POST', 'DELETE', 'POST']);
});

test('any other failure to write a file is reported at once', async () => {
  const { context, calls } = openContext(1, 'no space left on device');
  await expect(writeKeys(context, 'server', [])).rejects.toThrow('no space left');
  expect(calls).toEqual(['POST']);
});
