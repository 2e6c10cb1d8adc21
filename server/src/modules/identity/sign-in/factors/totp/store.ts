import { sql } from '@hostler/database';

/** Secrets are encrypted. The pending secret is not confirmed by a code yet. */
export interface TotpRow {
  person_id: number;
  secret: string | null;
  enabled_at: number | null;
  /** Step of the newest used code. This code and older ones are refused. */
  last_step: number;
  pending_secret: string | null;
  pending_at: number | null;
}

const FIND = sql<{ person_id: number }, TotpRow>(
  `select person_id, secret, enabled_at, last_step, pending_secret, pending_at from totps where person_id = :person_id`,
);
const PREPARE = sql<{ person_id: number; pending_secret: string; now: number }>(
  `insert into totps (person_id, last_step, pending_secret, pending_at) values (:person_id, 0, :pending_secret, :now)
   on conflict (person_id) do update set pending_secret = :pending_secret, pending_at = :now`,
);
const ENABLE = sql<{ person_id: number; pending_secret: string; now: number; step: number }>(
  `update totps set secret = pending_secret, enabled_at = :now, last_step = :step, pending_secret = null, pending_at = null
   where person_id = :person_id and pending_secret = :pending_secret`,
);
const USE_STEP = sql<{ person_id: number; before: number; step: number }>(
  'update totps set last_step = :step where person_id = :person_id and last_step = :before and secret is not null',
);
const REMOVE = sql<{ person_id: number }>('delete from totps where person_id = :person_id');

export const findTotp = (personId: number) => FIND.one({ person_id: personId });
export const prepareTotp = PREPARE.run;
export const enableTotp = ENABLE.run;
export const useStep = USE_STEP.run;
export const removeTotp = (personId: number) => REMOVE.run({ person_id: personId });
