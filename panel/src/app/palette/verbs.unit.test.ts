import { expect, it } from 'vitest';
import { readVerb } from './verbs.ts';

it('reads a verb and the name after it', () => {
  expect(readVerb('restart web1')).toEqual({ verb: 'restart', name: 'web1' });
  expect(readVerb(' Stop  web1.demo ')).toEqual({ verb: 'stop', name: 'web1.demo' });
  expect(readVerb('start')).toEqual({ verb: 'start', name: '' });
  expect(readVerb('pay invoice 2026-0001')).toEqual({ verb: 'pay', name: '2026-0001' });
  expect(readVerb('pay 2026')).toEqual({ verb: 'pay', name: '2026' });
});

it('does not take the beginning of a name for a verb', () => {
  for (const text of ['', 'web1', 'payments', 'stopwatch', 'startpage.example']) expect(readVerb(text)).toBeNull();
});
