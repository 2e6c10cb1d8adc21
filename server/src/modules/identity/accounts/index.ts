import type { Database } from '../../../kernel/db/database.ts';
import type { LimitBook } from '../../../kernel/limits/limit-book.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import { accountCommands } from './commands.ts';
import { limitsCommand } from './limit-commands.ts';
import { migrations } from './migrations.ts';

export { requireAccount } from './service.ts';

export function accountsModule(deps: { db: Database; clock: Clock; limits: LimitBook }): Module {
  return { name: 'accounts', migrations, commands: [...accountCommands(deps), limitsCommand(deps)] };
}
