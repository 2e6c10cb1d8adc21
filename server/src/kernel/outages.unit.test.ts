import { keepLog } from '@hostler/testing/log-lines.ts';
import { describe, expect, it } from 'vitest';
import { EngineError } from '#engines/engine.ts';
import { Outages } from './outages.ts';
import { MINUTE, SECOND } from './time.ts';

const VPS = { engine: 'vps' };
const away = () => new EngineError('unreachable', 'The engine\ndoes not answer.', { cause: new Error('ECONNREFUSED') });

function openOutages() {
  const { log, lines } = keepLog();
  const clock = { now: 1_000_000 };
  const outages = new Outages(log, () => clock.now);
  return {
    outages,
    /** Lets time pass, second by second, as the timer sees it. */
    pass(ms: number, everySecond = () => {}) {
      for (const end = clock.now + ms; clock.now < end; ) {
        clock.now += SECOND;
        everySecond();
        outages.tick();
      }
    },
    now: () => clock.now,
    read: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    messages: () => lines.map((line) => JSON.parse(line).msg as string),
  };
}

describe('an outage', () => {
  it('has one line when it begins, one a minute with a count, and one when it ends', () => {
    const { outages, pass, read } = openOutages();
    outages.fail(VPS, away());
    pass(3 * MINUTE - SECOND, () => outages.fail(VPS, away()));
    outages.answer(VPS);
    pass(5 * MINUTE);
    expect(read()).toMatchObject([
      { level: 40, engine: 'vps', reason: 'The engine does not answer.', cause: 'ECONNREFUSED', msg: 'outage began' },
      { level: 40, engine: 'vps', failures: 61, seconds: 60, msg: 'outage continues' },
      { level: 40, engine: 'vps', failures: 121, seconds: 120, msg: 'outage continues' },
      { level: 30, engine: 'vps', failures: 180, seconds: 179, msg: 'outage ended' },
    ]);
    expect(JSON.stringify(read())).not.toContain('stack');
  });

  it('is one outage while answers and failures alternate', () => {
    const { outages, pass, messages } = openOutages();
    for (let second = 0; second < 50; second += 5) {
      outages.fail(VPS, away());
      pass(2 * SECOND);
      outages.answer(VPS);
      pass(3 * SECOND);
    }
    expect(messages()).toEqual(['outage began']);
    pass(MINUTE);
    expect(messages()).toEqual(['outage began', 'outage ended']);
  });

  it('does not begin again with a call that began before its end', () => {
    const { outages, pass, now, messages } = openOutages();
    const hung = now();
    outages.fail(VPS, away(), hung);
    pass(SECOND);
    outages.answer(VPS);
    pass(SECOND);
    outages.fail(VPS, away(), hung);
    pass(MINUTE);
    outages.fail(VPS, away(), hung);
    expect(messages()).toEqual(['outage began', 'outage ended']);
    outages.fail(VPS, away(), now());
    expect(messages()).toEqual(['outage began', 'outage ended', 'outage began']);
  });

  it('is no longer logged when there are no more calls to the engine', () => {
    const { outages, pass, messages } = openOutages();
    outages.fail(VPS, away());
    pass(60 * MINUTE);
    expect(messages()).toHaveLength(11);
    expect(messages().at(-1)).toBe('outage no longer observed: no further calls');
  });

  it('of one engine does not end when another engine answers', () => {
    const { outages, pass, messages } = openOutages();
    outages.fail(VPS, away());
    outages.fail({ engine: 'dns' }, away());
    outages.answer({ engine: 'dns' });
    pass(30 * SECOND);
    expect(messages()).toEqual(['outage began', 'outage began', 'outage ended']);
  });

  it('counts an error once, even if it is reported several times or wrapped', () => {
    const { outages, pass, read } = openOutages();
    const error = away();
    outages.fail(VPS, error);
    expect(outages.take({ job_kind: 'hosting.create' }, error)).toBe(true);
    const wrapped = new EngineError('unreachable', 'Not yet.', { cause: error });
    expect(outages.take({ job_kind: 'hosting.create' }, wrapped)).toBe(true);
    pass(MINUTE);
    expect(read()).toMatchObject([{ msg: 'outage began' }, { failures: 1, msg: 'outage continues' }]);
  });

  it('is tracked for a bounded number of sources', () => {
    const { outages, messages } = openOutages();
    for (let number = 0; number < 1_000; number++) outages.fail({ engine: `vps-${number}` }, away());
    expect(messages()).toHaveLength(100);
  });
});

describe('an error that is not an outage', () => {
  it('is left to the caller to log', () => {
    const { outages, read } = openOutages();
    expect(outages.take(VPS, new TypeError('x is not a function'))).toBe(false);
    expect(outages.take(VPS, new EngineError('refused', 'No.'))).toBe(false);
    expect(read()).toEqual([]);
  });

  it('is not logged if the engine only reports that something is not ready yet', () => {
    const { outages, read } = openOutages();
    expect(outages.take(VPS, new EngineError('unreachable', 'No address yet.', { waits: true }))).toBe(true);
    expect(read()).toEqual([]);
  });
});
