import { type Command, command } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { FarewellOperatorService } from './operator-service.ts';

export function farewellCommands({ db, farewells }: { db: Database; farewells: FarewellOperatorService }): Command[] {
  return [
    command({
      name: 'farewell list',
      summary: 'List what was cancelled or withdrawn on the public pages, and what became of it; the newest first.',
      options: {},
      columns: ['id', 'kind', 'name', 'email', 'contract', 'outcome', 'account_id', 'subscription_id', 'received_at'],
      run: async () => db.read(farewells.list()),
    }),
  ];
}
