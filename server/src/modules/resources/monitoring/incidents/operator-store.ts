import { type Query, sql } from '@hostler/database';

/** A part of the installation that does not answer. The row exists while it does not. */
export interface Incident {
  /** `engine` (of the servers), `node n1`, `engine dns`. */
  subject: string;
  message: string;
  since: number;
  /** When staff were notified. Null while the incident may pass by itself. */
  fired_at: number | null;
}

/** Subject of the incident that no server can be reached. */
export const ENGINE = 'engine';

const ALL = sql<object, Incident>(
  'select subject, message, since, fired_at from monitoring_incidents order by subject',
);
const BEGIN = sql<{ subject: string; message: string; now: number }>(
  `insert into monitoring_incidents (subject, message, since) values (:subject, :message, :now)
   on conflict (subject) do nothing`,
);
const FIRE = sql<{ subject: string; now: number }, Incident>(
  `update monitoring_incidents set fired_at = :now where subject = :subject and fired_at is null
   returning subject, message, since, fired_at`,
);
const BEGIN_AGAIN = sql<{ subject: string; now: number }>(
  'update monitoring_incidents set since = :now where subject = :subject and fired_at is null',
);
const END = sql<{ subject: string }, Incident>(
  'delete from monitoring_incidents where subject = :subject returning subject, message, since, fired_at',
);

const FIND = sql<{ subject: string }, { since: number }>(
  'select since from monitoring_incidents where subject = :subject',
);

export const listIncidents = () => ALL.all({});

/** Returns whether the engine of the servers did not answer when its machines were last listed. */
export function* isEngineAway(): Query<boolean> {
  return (yield* FIND.one({ subject: ENGINE })) !== undefined;
}

export const beginIncident = BEGIN.run;
/** Returns undefined if another process was first. */
export const fireIncident = (subject: string, now: number): Query<Incident | undefined> => FIRE.one({ subject, now });
export const beginAgain = BEGIN_AGAIN.run;
export const endIncident = (subject: string): Query<Incident | undefined> => END.one({ subject });
