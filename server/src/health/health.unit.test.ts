import { expect, it } from 'vitest';
import { checkEngine, describeParts } from './health.ts';

it('lists missing isolation features below the advice, and not as a fault', async () => {
  const health = { reachable: true, version: 'LXD 5', detail: 'Fine', advice: null, gaps: ['It cannot filter'] };
  const part = await checkEngine({ name: 'vps', check: async () => health }, 1_000);
  expect(part).toMatchObject({ state: 'ok', gaps: ['It cannot filter'] });
  expect(describeParts([part, { ...part, part: 'sql', state: 'attention', advice: 'Do it' }])).toBe(
    [
      'vps  Ok. LXD 5. Fine.',
      '     ! It cannot filter.',
      'sql  Works, but needs you. LXD 5. Fine.',
      '     → Do it.',
      '     ! It cannot filter.',
    ].join('\n'),
  );
});

it('waits for a part that does not answer until the time limit', async () => {
  const never = () => new Promise<never>(() => {});
  expect(await checkEngine({ name: 'vps', check: never }, 20)).toMatchObject({
    state: 'not reached',
    detail: 'It has not answered within 0.02 seconds.',
  });
});
