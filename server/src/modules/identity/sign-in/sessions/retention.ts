import { sql } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import { HOUR } from '#kernel/time.ts';
import { REMEMBERED_MS } from './attempts/service.ts';
import { IDLE_MS } from './lifetimes.ts';

const FORGET_SESSIONS = sql<{ now: number; limit: number }>(
  `delete from sessions where id in (select id from sessions where idle_ends_at < :now order by idle_ends_at limit :limit)`,
);
const FORGET_USES = sql<{ before: number; limit: number }>(
  `delete from session_uses where session_id in (
     select session_id from session_uses where last_seen_at < :before order by last_seen_at limit :limit)`,
);
const FORGET_ATTEMPTS = sql<{ before: number; limit: number }>(
  `delete from sign_in_attempts where name in (
     select name from sign_in_attempts where last_at < :before order by last_at limit :limit)`,
);

export const sessionRetention: Retention[] = [
  {
    name: 'sessions.forget-ended',
    everyMs: HOUR,
    forget: (now, limit) => FORGET_SESSIONS.run({ now, limit }),
  },
  {
    // Uses of sessions that were ended early are deleted with the others.
    name: 'sessions.forget-uses',
    everyMs: HOUR,
    forget: (now, limit) => FORGET_USES.run({ before: now - IDLE_MS, limit }),
  },
  {
    name: 'sessions.forget-attempts',
    everyMs: HOUR,
    forget: (now, limit) => FORGET_ATTEMPTS.run({ before: now - REMEMBERED_MS, limit }),
  },
];
