import { type Database, type Query, sql } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { formatTime, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { type CheckedEngine, checkEngine, PATIENCE_MS, type PartHealth } from './health.ts';

const EVERY_MS = 30 * SECOND;
/** A restart of an engine takes less. */
const TOLD_AFTER_MS = MINUTE;
/** Without a check for this long, nothing is known about the time in between. */
const FORGOTTEN_AFTER_MS = 5 * MINUTE;

/** An engine that did not answer. */
interface Absence {
  since: number;
  seen: number;
  told: boolean;
}
type Absences = Record<string, Absence>;

const AWAY = 'engines_away';
const READ = sql<object, { value: string }>(`select value from settings where name = '${AWAY}'`);
const SAVE = sql<{ value: string }>(
  `insert into settings (name, value) values ('${AWAY}', :value) on conflict (name) do update set value = excluded.value`,
);

interface Dependencies {
  db: Database;
  parts: readonly CheckedEngine[];
  staffMail: Pick<StaffMail, 'toStaff'>;
}

/** Tells staff once when an engine has not answered for a minute: until it does, work of customers waits. */
export function watchEngines({ db, parts, staffMail }: Dependencies): RecurringJob {
  function* note(checked: readonly PartHealth[], now: number): Query<void> {
    const before = yield* readAbsences();
    const after: Absences = {};
    for (const { part, detail } of checked.filter(({ state }) => state === 'not reached')) {
      const absence = continueAbsence(before[part], now);
      after[part] = absence;
      if (absence.told || now - absence.since < TOLD_AFTER_MS) continue;
      const letter = writeAway(part, absence.since, detail);
      // An engine that comes and goes causes one mail an hour.
      const cause = `${part} away in hour ${Math.floor(now / HOUR)}`;
      yield* staffMail.toStaff({ kind: 'engine-away', cause, letter, nature: 'alert', now });
      absence.told = true;
    }
    if (Object.keys(before).length + Object.keys(after).length > 0) yield* SAVE.run({ value: JSON.stringify(after) });
  }

  return {
    name: 'engines.watch',
    everyMs: EVERY_MS,
    async run(now) {
      const checked = await Promise.all(parts.map((part) => checkEngine(part, PATIENCE_MS.person)));
      await db.write(() => note(checked, now));
    },
  };
}

function continueAbsence(before: Absence | undefined, now: number): Absence {
  const isKnown = before !== undefined && now - before.seen < FORGOTTEN_AFTER_MS;
  return isKnown ? { ...before, seen: now } : { since: now, seen: now, told: false };
}

function* readAbsences(): Query<Absences> {
  const stored = yield* READ.one({});
  return stored ? (JSON.parse(stored.value) as Absences) : {};
}

function writeAway(part: string, since: number, detail: string | null): Letter {
  return {
    subject: `The engine ${part} does not answer`,
    paragraphs: [
      `The engine ${part} has not answered since ${formatTime(since)}. Work of customers on it waits and continues by itself.`,
    ],
    facts: [
      ['Reason', detail ?? 'Unknown'],
      ['Check it', 'hostler doctor'],
    ],
    notes: ['This mail is sent once for an outage, and at most once an hour for each engine.'],
  };
}
