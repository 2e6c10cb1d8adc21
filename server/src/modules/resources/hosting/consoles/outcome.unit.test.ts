import { expect, it } from 'vitest';
import { SECOND } from '#kernel/time.ts';
import { describeEnd } from './outcome.ts';

it.each([
  [-1, '0 seconds'],
  [59.4, '59 seconds'],
  [1, '1 second'],
  [60, '1 minute'],
  [90, '2 minutes'],
  [3_600, '60 minutes'],
])('writes the duration of a session of %d seconds as %s', (seconds, text) => {
  const end = describeEnd({ reason: 'left' }, seconds * SECOND);
  expect(end).toBe(`The client disconnected. Open for ${text}.`);
});
