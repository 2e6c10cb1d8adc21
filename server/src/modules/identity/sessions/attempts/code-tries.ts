import { lockName, type Query } from '../../../../kernel/db/query.ts';
import { MINUTE } from '../../../../kernel/time.ts';
import { pauseAfter, REMEMBERED_MS, tooManyGuesses } from './service.ts';
import { countAttempt, findAttempts, forgetAttempts } from './store.ts';

/**
 * How often a code of a second factor may be tried. Only who has entered the right password comes here, so the tries of all
 * strangers together count for the person: of six digits even a thousand would be too many. A browser in which the person has
 * signed in before has a count of its own, which nobody else can drive up. After a few tries the password is asked for again.
 */
const OF_PERSON = { free: 10, longest: 15 * MINUTE };
const OF_DEVICE = { free: 5, longest: 15 * MINUTE };
const PER_SESSION = 5;

export interface CodeTry {
  readonly personId: number;
  /** The one that awaits the code. */
  readonly sessionId: number;
  /** The browser, where the person has signed in with it before. */
  readonly device: string | undefined;
}

/** Counts it as failed until `forgiveCodeTries` says otherwise; throws 429. Answers how many this session has had. */
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

/** Whether that was one too many for a session. */
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
