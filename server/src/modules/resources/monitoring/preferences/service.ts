import type { Query } from '@hostler/database';
import { validationError } from '#kernel/errors.ts';
import type { Member } from '#kernel/http/caller.ts';
import { fieldErrors } from '../errors.ts';
import { isTimeZone } from './quiet.ts';
import type { Preferences, PreferencesChange } from './schemas.ts';
import { findPreferences, type PreferencesRow, savePreferences, wantsMail } from './store.ts';

/** Returns the preferences of the signed-in person in the given account. */
export function* showPreferences({ account, person, role }: Member): Query<Preferences> {
  return view(yield* findPreferences(account.id, person.id), role);
}

/** Absent fields stay as they are. */
export function* changePreferences({ account, person, role }: Member, input: PreferencesChange): Query<Preferences> {
  const before = yield* findPreferences(account.id, person.id);
  const { mail, quiet_from = before.quiet_from, quiet_to = before.quiet_to, time_zone = before.time_zone } = input;
  const wants = mail === undefined ? before.mail : mail ? 'on' : 'off';
  const row: PreferencesRow = { ...before, mail: wants, quiet_from, quiet_to, time_zone };
  checkTimes(row);
  yield* savePreferences(account.id, person.id, row);
  return view(row, role);
}

function checkTimes({ quiet_from, quiet_to, time_zone }: PreferencesRow): void {
  if (!isTimeZone(time_zone)) {
    throw validationError([fieldErrors.time_zone_unknown('time_zone')]);
  }
  if ((quiet_from === null) !== (quiet_to === null)) {
    const field = quiet_from === null ? 'quiet_from' : 'quiet_to';
    throw validationError([fieldErrors.quiet_hours_incomplete(field)]);
  }
  if (quiet_from !== null && quiet_from === quiet_to) {
    throw validationError([fieldErrors.quiet_hours_equal('quiet_to')]);
  }
}

function view(row: PreferencesRow, role: Member['role']): Preferences {
  const { quiet_from, quiet_to, time_zone } = row;
  return { mail: wantsMail(row, role), quiet_from, quiet_to, time_zone };
}
