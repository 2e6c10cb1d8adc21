import type { Retention } from '#kernel/jobs/retention.ts';
import { HOUR } from '#kernel/time.ts';
import { KEPT_MS } from './email/lifetimes.ts';
import { forgetChanges } from './email/store.ts';
import { forgetChallenges } from './passkeys/store.ts';

export const securityRetention: Retention[] = [
  { name: 'security.forget-challenges', everyMs: HOUR, forget: forgetChallenges },
  {
    name: 'security.forget-email-changes',
    everyMs: HOUR,
    forget: (now, limit) => forgetChanges(now - KEPT_MS, limit),
  },
];
