import { sql } from '@hostler/database';

export interface AttemptRow {
  name: string;
  failures: number;
  last_at: number;
}

const FIND = sql<{ name: string; since: number }, AttemptRow>(
  'select name, failures, last_at from sign_in_attempts where name = :name and last_at > :since',
);
const COUNT = sql<{ name: string; now: number; since: number }>(
  `insert into sign_in_attempts (name, failures, last_at) values (:name, 1, :now)
   on conflict (name) do update set last_at = :now,
     failures = case when sign_in_attempts.last_at > :since then sign_in_attempts.failures + 1 else 1 end`,
);
const FORGIVE = sql<{ name: string }>(
  'update sign_in_attempts set failures = failures - 1 where name = :name and failures > 0',
);
const FORGET = sql<{ name: string }>('delete from sign_in_attempts where name = :name');

export const findAttempts = FIND.one;
export const countAttempt = COUNT.run;
export const forgiveAttempt = (name: string) => FORGIVE.run({ name });
export const forgetAttempts = (name: string) => FORGET.run({ name });
