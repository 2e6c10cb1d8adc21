import { withSource } from '../durable-file.ts';
import { readShare, type SqlDriver, type SqlServerOptions } from './driver.ts';
import { setPostgresAccess } from './postgresql/access.ts';
import { createPostgresDatabase, measureDatabase, removePostgresDatabase } from './postgresql/accounts.ts';
import { readPostgresAddress } from './postgresql/address.ts';
import { checkPostgres } from './postgresql/check.ts';
import { dumpDatabase, examineArchive } from './postgresql/dump.ts';
import { endOverdueSessions } from './postgresql/enforce.ts';
import { translatePostgresError } from './postgresql/errors.ts';
import { loadDatabase } from './postgresql/load.ts';
import { describePostgresServer } from './postgresql/server.ts';
import { createRunner } from './run.ts';
import { createToolbox } from './tools.ts';

/** Manages customer databases on a PostgreSQL server, each with a role that owns it alone. */
export function createPostgresqlServer(options: SqlServerOptions): SqlDriver {
  const address = readPostgresAddress(options.adminUrl);
  const tools = createToolbox({
    folders: options.programFolders,
    versionPattern: /\(PostgreSQL\) (\d+(?:\.\d+)*)/,
    advice: 'Install the Debian package postgresql-client.',
  });
  const server = describePostgresServer(address, { ...readShare(options), tools });
  const run = createRunner(translatePostgresError);

  return {
    engine: 'postgresql',
    endpoint: options.endpoint ?? { host: address.host, port: address.port },
    check: () => checkPostgres(server),

    create: (credentials, operation) =>
      run(operation, [credentials.database, credentials.username], () =>
        createPostgresDatabase(server, credentials, operation),
      ),

    remove: (database, operation) =>
      run(operation, [database.database, database.username], () => removePostgresDatabase(server, database, operation)),

    enforce: (operation) => run(operation, [], () => endOverdueSessions(server, operation)),

    size: (database) => run(undefined, [database], () => measureDatabase(server, database)),

    setAccess: (database, access) =>
      run(undefined, [database.database, database.username], () => setPostgresAccess(server, database, access)),

    dump: (database, operation) => run(operation, [database], () => dumpDatabase(server, database, operation)),

    examine: (source, operation) =>
      withSource(source, () => run(operation, [], () => examineArchive(server, source, operation))),

    load: (database, source, operation) =>
      withSource(source, () => run(operation, [database], () => loadDatabase(server, database, source, operation))),
  };
}
