import { afterEach, beforeEach, expect, it } from 'vitest';
import { ClaimLoop } from './claim-loop.ts';

/** Longer than any test: only signals and requests cause claims. */
const NEVER_MS = 2 ** 30;

let listener: (() => void) | undefined;
let claims: PromiseWithResolvers<boolean>[];
let errors: unknown[];
let room: boolean;
let loop: ClaimLoop;

/** Lets everything that is ready continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const finish = async (isMoreDue: boolean) => {
  claims.at(-1)?.resolve(isMoreDue);
  await settle();
};

beforeEach(() => {
  claims = [];
  errors = [];
  room = true;
  loop = new ClaimLoop({
    db: {
      onSignal(_, tell) {
        listener = () => tell(true);
        return () => {
          listener = undefined;
        };
      },
    },
    signal: 'work',
    everyMs: NEVER_MS,
    claim() {
      const claim = Promise.withResolvers<boolean>();
      claims.push(claim);
      return claim.promise;
    },
    hasRoom: () => room,
    onError: (error) => errors.push(error),
  });
  loop.start();
});
afterEach(async () => {
  const stopped = loop.stop();
  claims.at(-1)?.resolve(false);
  await stopped;
});

it('runs one claim at a time, and one more after requests meanwhile', async () => {
  loop.claimSoon();
  listener?.();
  await settle();
  expect(claims).toHaveLength(1);
  await finish(false);
  expect(claims).toHaveLength(2);
  await finish(false);
  expect(claims).toHaveLength(2);
});

it('claims again while more is due', async () => {
  await finish(true);
  await finish(true);
  await finish(false);
  expect(claims).toHaveLength(3);
});

it('claims at the next signal after an error', async () => {
  claims[0]?.reject(new Error('no database'));
  await settle();
  expect(errors).toEqual([new Error('no database')]);
  expect(claims).toHaveLength(1);
  listener?.();
  expect(claims).toHaveLength(2);
});

it('claims nothing without room, and reports that it wants some', async () => {
  room = false;
  await finish(true);
  expect(claims).toHaveLength(1);
  expect(loop.wantsRoom).toBe(true);
  room = true;
  loop.claimSoon();
  await finish(false);
  expect(claims).toHaveLength(2);
  expect(loop.wantsRoom).toBe(false);
});

it('waits for the claim when it stops, and claims no more', async () => {
  let hasStopped = false;
  const stopped = loop.stop().then(() => {
    hasStopped = true;
  });
  await settle();
  expect(hasStopped).toBe(false);
  await finish(true);
  await stopped;
  loop.claimSoon();
  expect(listener).toBeUndefined();
  expect(claims).toHaveLength(1);
});
