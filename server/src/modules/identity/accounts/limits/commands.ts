import type { Database } from '@hostler/database';
import { type Command, command, integer, texts } from '#kernel/command.ts';
import type { LimitUse } from '#kernel/limits/limit-book.ts';
import { type LimitChanges, parseLimitChanges } from '#kernel/limits/settings.ts';
import { EVERY_ROLE, OWNERS } from '#kernel/staff-roles.ts';
import { errors } from './errors.ts';
import type { LimitOperatorService } from './operator-service.ts';

export function limitsCommand({ db, limits }: { db: Database; limits: LimitOperatorService }): Command {
  return command({
    name: 'account limits',
    route: { roles: OWNERS, id: 'account', readsWithout: { roles: EVERY_ROLE } },
    summary: 'Show or change the limits of an account. The current usage is included.',
    options: {
      account: integer('Account id.'),
      set: texts('Limits to change, separated by commas: name=number, name=none or name=default.', {
        field: 'limits',
      }),
    },
    async run({ account: account_id, set }) {
      const changes = parseChanges(set.join(','));
      return db.write(() => limits.change({ account_id, limits: changes }));
    },
    describe: (result) => describeLimits(result.limits),
  });
}

function parseChanges(text: string): LimitChanges {
  try {
    return parseLimitChanges(text);
  } catch (error) {
    throw errors.limits_malformed({ problem: (error as Error).message });
  }
}

/** Formats the limits as a table. `-` stands for a limit that is no single number. */
function describeLimits(limits: LimitUse): string {
  const rows = Object.entries(limits).map(([name, { limit, used }]) =>
    [name, limit ?? 'none', used ?? '-'].map(String),
  );
  return [['limit', 'most', 'used'], ...rows]
    .map(([name = '', most = '', used = '']) => `${name.padEnd(18)}  ${most.padStart(15)}  ${used.padStart(15)}`)
    .join('\n');
}
