import { describe, expect, it } from 'vitest';
import { joinLines, listLines, splitLines } from './key-lines.ts';

const KEYS = [{ public_key: 'ssh-ed25519 AAAA one' }, { public_key: 'ssh-ed25519 BBBB two' }];
const [ONE, TWO] = KEYS.map(({ public_key }) => public_key) as [string, string];

describe('the lines of SSH keys', () => {
  it('are split into keys of the account and typed text', () => {
    expect(splitLines(`new\n${TWO}\nother`, KEYS)).toEqual({ chosen: [TWO], typed: 'new\nother' });
    expect(splitLines('', KEYS)).toEqual({ chosen: [], typed: '' });
    expect(splitLines(`${ONE}\n${ONE}`, KEYS)).toEqual({ chosen: [ONE], typed: '' });
  });

  it('keep what is typed, character by character', () => {
    for (const typed of ['', 'a', 'a\n', '\n', 'a\n\nb ', ' ']) {
      for (const chosen of [[], [ONE], [TWO, ONE]]) {
        expect(splitLines(joinLines({ chosen, typed }), KEYS)).toEqual({ chosen, typed });
      }
    }
  });

  it('begin with the typed ones, and have no empty ones', () => {
    expect(listLines(joinLines({ chosen: [ONE], typed: ' new \n\n' }))).toEqual(['new', ONE]);
  });
});
