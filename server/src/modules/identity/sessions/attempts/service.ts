import { sha256 } from '../../../../kernel/crypto.ts';
import { lockName, type Query } from '../../../../kernel/db/query.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { HOUR, MINUTE, SECOND } from '../../../../kernel/time.ts';
import { type AttemptRow, countAttempt, findAttempts, forgetAttempts, forgiveAttempt } from './store.ts';

/**
 * How often a password may be guessed. Counted are failures of the address, of the e-mail address from there, and of the
 * e-mail address from everywhere. Whoever fails more often than is free waits longer each time. The last of the three never
 * makes anybody wait by itself, or strangers could keep somebody out: while an e-mail address is under attack, the others
 * have fewer tries for free. A browser in which the person has signed in before has a count of its own, which nobody else
 * can drive up.
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
/** Failures that are older count no more. */
export const REMEMBERED_MS = HOUR;

export interface Guess {
  readonly email: string;
  /** `sourceOf` the address. */
  readonly source: string;
  /** The browser, where the person has signed in with it before. */
  readonly device: string | undefined;
}

/** Counts it as failed until `forgiveGuess` says otherwise, so that many at the same time are not one; throws 429. */
export function* countGuess(guess: Guess, now: number): Query<void> {
  // Of several at the same time each sees the one before.
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

/** In this order they are locked, so that two at the same time never wait for each other. */
interface Names {
  readonly address?: string;
  /** Of the e-mail address with the browser or, where that is a new one, from the address. */
  readonly own: string;
  readonly person?: string;
}

/** What was typed is not kept: it may be a password in the wrong field. */
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

/** One second after the first that is not free, then twice as long each time. */
export function pauseAfter(row: AttemptRow | undefined, { free, longest }: Rule, now: number): number {
  if (!row || row.failures < free) return 0;
  const { failures, last_at } = row;
  const pause = Math.min(longest, SECOND * 2 ** (failures - free));
  // A clock that was put back must not make it longer.
  return Math.min(pause, last_at + pause - now);
}

export function tooManyGuesses(wait: number): AppError {
  const seconds = Math.ceil(wait / SECOND);
  return new AppError('RATE_LIMIT_EXCEEDED', `Too many attempts to sign in. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });
}
