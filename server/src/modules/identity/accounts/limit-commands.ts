import { type Command, command, integer, texts } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { AppError } from '../../../kernel/errors.ts';
import { setAccountLimit } from '../../../kernel/limits/account-limits.ts';
import type { LimitBook, LimitUse } from '../../../kernel/limits/limit-book.ts';
import { parseLimitChanges } from '../../../kernel/limits/settings.ts';
import { requireAccount } from './service.ts';

export function limitsCommand({ db, limits }: { db: Database; limits: LimitBook }): Command {
  return command({
    name: 'account limits',
    summary: 'Show what an account may have and has, and change what it may have.',
    options: {
      account: integer('The account.'),
      set: texts('name=number, name=none or name=default (as for all accounts); several are separated by commas.'),
    },
    async run({ account, set }) {
      const changes = readChanges(set.join(','), limits);
      return db.write(function* () {
        yield* requireAccount(account);
        for (const [name, value] of changes) yield* setAccountLimit(account, name, value);
        return { account_id: account, limits: yield* limits.read(account) };
      });
    },
    describe: (result) => describeLimits(result.limits),
  });
}

function readChanges(text: string, limits: LimitBook) {
  const changes = parseChanges(text);
  const unknown = limits.findUnknown(changes.keys());
  if (unknown) throw new AppError('BAD_REQUEST', unknown);
  return changes;
}

function parseChanges(text: string) {
  try {
    return parseLimitChanges(text);
  } catch (error) {
    throw new AppError('BAD_REQUEST', `--set: ${(error as Error).message}`);
  }
}

/** A table for people; `-` where there is no one number. */
function describeLimits(limits: LimitUse): string {
  const rows = Object.entries(limits).map(([name, { limit, used }]) =>
    [name, limit ?? 'none', used ?? '-'].map(String),
  );
  return [['limit', 'most', 'used'], ...rows]
    .map(([name = '', most = '', used = '']) => `${name.padEnd(18)}  ${most.padStart(15)}  ${used.padStart(15)}`)
    .join('\n');
}
