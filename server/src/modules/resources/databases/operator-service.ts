import type { AccountListRequest, Query } from '@hostler/database';
import type { SqlEngine } from '#engines/sql/driver.ts';
import { type Owned, withOwner } from '../owned.ts';
import { listAllDatabases } from './operator-store.ts';
import type { Database, DatabaseStatus } from './schemas.ts';
import type { DatabaseView } from './view.ts';

interface DatabaseListRequest extends AccountListRequest<DatabaseStatus> {
  engine?: SqlEngine | undefined;
}

export type DatabaseOperatorService = ReturnType<typeof createDatabaseOperatorService>;

export function createDatabaseOperatorService({ view }: { view: DatabaseView['view'] }) {
  /** Lists the databases of all accounts or of one. */
  function* list({ engine, ...request }: DatabaseListRequest = {}): Query<Owned<Database>[]> {
    return (yield* listAllDatabases(request, { engine })).map((row) => withOwner(row, view(row)));
  }

  return { list };
}
