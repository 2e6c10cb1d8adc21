import { type Query, sql } from '@hostler/database';

export interface PreferencesRow {
  /** Null for the default: owners get mail, members do not. */
  mail: 'on' | 'off' | null;
  quiet_from: string | null;
  quiet_to: string | null;
  time_zone: string;
  last_mail_at: number | null;
}

interface Whose {
  account_id: number;
  person_id: number;
}

const COLUMNS = 'mail, quiet_from, quiet_to, time_zone, last_mail_at';
export const DEFAULTS: PreferencesRow = {
  mail: null,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
  last_mail_at: null,
};

const FIND = sql<Whose, PreferencesRow>(
  `select ${COLUMNS} from monitoring_preferences where account_id = :account_id and person_id = :person_id`,
);
const OF_ACCOUNT = sql<{ account_id: number }, PreferencesRow & { person_id: number }>(
  `select person_id, ${COLUMNS} from monitoring_preferences where account_id = :account_id`,
);
const SAVE = sql<Whose & Omit<PreferencesRow, 'last_mail_at'>>(
  `insert into monitoring_preferences (account_id, person_id, mail, quiet_from, quiet_to, time_zone)
   values (:account_id, :person_id, :mail, :quiet_from, :quiet_to, :time_zone)
   on conflict (account_id, person_id) do update set mail = excluded.mail, quiet_from = excluded.quiet_from,
     quiet_to = excluded.quiet_to, time_zone = excluded.time_zone`,
);
const NOTE_MAIL = sql<Whose & { now: number }>(
  `insert into monitoring_preferences (account_id, person_id, time_zone, last_mail_at)
   values (:account_id, :person_id, '${DEFAULTS.time_zone}', :now)
   on conflict (account_id, person_id) do update set last_mail_at = excluded.last_mail_at`,
);

export function* findPreferences(accountId: number, personId: number): Query<PreferencesRow> {
  return (yield* FIND.one({ account_id: accountId, person_id: personId })) ?? DEFAULTS;
}

/** Returns the preferences by person. People without any are missing. */
export function* listPreferences(accountId: number): Query<Map<number, PreferencesRow>> {
  return new Map((yield* OF_ACCOUNT.all({ account_id: accountId })).map((row) => [row.person_id, row]));
}

export function* savePreferences(accountId: number, personId: number, row: PreferencesRow): Query<void> {
  const { mail, quiet_from, quiet_to, time_zone } = row;
  yield* SAVE.run({ account_id: accountId, person_id: personId, mail, quiet_from, quiet_to, time_zone });
}

export function* noteMailed(accountId: number, personId: number, now: number): Query<void> {
  yield* NOTE_MAIL.run({ account_id: accountId, person_id: personId, now });
}

export function wantsMail({ mail }: PreferencesRow, role: 'owner' | 'member'): boolean {
  return mail === null ? role === 'owner' : mail === 'on';
}
