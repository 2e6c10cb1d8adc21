import { lockName, type Query } from '@hostler/database';
import { MINUTE } from '#kernel/time.ts';
import { pauseAfter, REMEMBERED_MS, tooManyGuesses } from './service.ts';
import { countAttempt, findAttempts, forgetAttempts } from './store.ts';

/**
 * Limits tries of second-factor codes. Only a caller with the right password gets here, so all strangers share one
 * count per person: even a thousand tries are too many for six digits. A browser in which the person has signed in
 * before has its own count, which strangers cannot raise. After a few tries the password is required again.
 */
const OF_PERSON = { free: 10, longest: 15 * MINUTE };
const OF_DEVICE = { free: 5, longest: 15 * MINUTE };
const PER_SESSION = 5;

export interface CodeTry {
  readonly personId: number;
  /** The session that awaits the code. */
  readonly sessionId: number;
  /** The browser, if the person has signed in with it before. */
  readonly device: string | undefined;
}

/**
 * Counts the try as failed until `forgiveCodeTries` is called. Throws 429. Returns the number of tries of this session.
 */
export function* countCodeTry(tried: CodeTry, now: number): Query<number> {
  const { person, session } = nameCounts(tried);
  yield* lockName(person);
  const since = now - REMEMBERED_MS;
  const rule = tried.device === undefined ? OF_PERSON : OF_DEVICE;
  const wait = pauseAfter(yield* findAttempts({ name: person, since }), rule, now);
  if (wait > 0) throw tooManyGuesses(wait);
  yield* countAttempt({ name: person, now, since });
  yield* countAttempt({ name: session, now, since });
  return (yield* findAttempts({ name: session, since }))?.failures ?? 1;
}

/** Returns whether the session has no tries left. */
export function endsTries(tries: number): boolean {
  return tries > PER_SESSION;
}

export function* forgiveCodeTries(tried: CodeTry): Query<void> {
  const { person, session } = nameCounts(tried);
  yield* forgetAttempts(person);
  yield* forgetAttempts(session);
}

function nameCounts({ personId, sessionId, device }: CodeTry) {
  return {
    person: device === undefined ? `codes of ${personId}` : `codes of ${personId} from ${device}`,
    session: `codes in session ${sessionId}`,
  };
}
