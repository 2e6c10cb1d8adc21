import { lockName, type Query } from '@hostler/database';
import { sha256 } from '#kernel/crypto.ts';
import type { AppError } from '#kernel/errors.ts';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { errors } from '../errors.ts';
import { type AttemptRow, countAttempt, findAttempts, forgetAttempts, forgiveAttempt } from './store.ts';

/**
 * Limits password guesses. Failures are counted by network address, by e-mail address from there, and by e-mail address
 * from everywhere. After the free failures each further one waits longer. The last count never causes a wait by itself,
 * or strangers could lock a person out; it only reduces the free failures of the other two. A browser in which the
 * person has signed in before has its own count, which strangers cannot raise.
 */
interface Rule {
  readonly free: number;
  readonly longest: number;
}

const OF_ADDRESS: Rule = { free: 20, longest: MINUTE };
const OF_PAIR: Rule = { free: 5, longest: 15 * MINUTE };
const OF_PAIR_UNDER_ATTACK: Rule = { free: 1, longest: 15 * MINUTE };
const OF_DEVICE: Rule = { free: 5, longest: 15 * MINUTE };
const ATTACKED_FROM = 20;
/** Older failures no longer count. */
export const REMEMBERED_MS = HOUR;

export interface Guess {
  readonly email: string;
  /** The result of `sourceOf` for the network address. */
  readonly source: string;
  /** The browser, if the person has signed in with it before. */
  readonly device: string | undefined;
}

/** Counts the guess as failed until `forgiveGuess` is called, so that concurrent guesses all count. Throws 429. */
export function* countGuess(guess: Guess, now: number): Query<void> {
  // Each of several concurrent guesses sees the one before.
  yield* lockName(`sign-in ${guess.device ?? guess.source}`);
  const since = now - REMEMBERED_MS;
  const wait = yield* findWait(guess, now, since);
  if (wait > 0) throw tooManyGuesses(wait);
  for (const name of Object.values(nameCounts(guess))) yield* countAttempt({ name, now, since });
}

export function* forgiveGuess(guess: Guess): Query<void> {
  const { own, address, person } = nameCounts(guess);
  if (address && person) {
    yield* forgiveAttempt(address);
    yield* forgetAttempts(own);
    yield* forgiveAttempt(person);
  } else yield* forgetAttempts(own);
}

/** Locked in this order, so that two requests never deadlock. */
interface Names {
  readonly address?: string;
  /** E-mail address with the known browser, or with the network address if the browser is new. */
  readonly own: string;
  readonly person?: string;
}

/** Stores only a hash of the typed address: it may be a password in the wrong field. */
function nameCounts({ email, source, device }: Guess): Names {
  const typed = sha256(email).slice(0, 32);
  if (device) return { own: `device ${device} ${typed}` };
  return { address: `address ${source}`, own: `pair ${source} ${typed}`, person: `person ${typed}` };
}

function* findWait(guess: Guess, now: number, since: number): Query<number> {
  const { address, own, person } = nameCounts(guess);
  const ofOwn = yield* findAttempts({ name: own, since });
  if (!address || !person) return pauseAfter(ofOwn, OF_DEVICE, now);
  const ofAddress = yield* findAttempts({ name: address, since });
  const isAttacked = ((yield* findAttempts({ name: person, since }))?.failures ?? 0) >= ATTACKED_FROM;
  const rule = isAttacked ? OF_PAIR_UNDER_ATTACK : OF_PAIR;
  return Math.max(pauseAfter(ofAddress, OF_ADDRESS, now), pauseAfter(ofOwn, rule, now));
}

/** Pauses one second after the first counted failure, then twice as long each time. */
export function pauseAfter(row: AttemptRow | undefined, { free, longest }: Rule, now: number): number {
  if (!row || row.failures < free) return 0;
  const { failures, last_at } = row;
  const pause = Math.min(longest, SECOND * 2 ** (failures - free));
  // A clock that was set back must not prolong the pause.
  return Math.min(pause, last_at + pause - now);
}

export function tooManyGuesses(wait: number): AppError {
  const seconds = Math.ceil(wait / SECOND);
  return errors.too_many_sign_in_attempts(
    { seconds },
    {
      headers: { 'retry-after': String(seconds) },
    },
  );
}
