import { withSource } from '../durable-file.ts';
import { readShare, type SqlDriver, type SqlServerOptions } from './driver.ts';
import { setMariadbAccess } from './mariadb/access.ts';
import { createMariadbDatabase, measureDatabase, removeMariadbDatabase } from './mariadb/accounts.ts';
import { readMariadbAddress } from './mariadb/address.ts';
import { checkMariadb } from './mariadb/check.ts';
import { dumpDatabase, examineDump } from './mariadb/dump.ts';
import { endOverdueSessions } from './mariadb/enforce.ts';
import { translateMariadbError } from './mariadb/errors.ts';
import { loadDatabase } from './mariadb/load.ts';
import { describeMariadbServer } from './mariadb/server.ts';
import { createRunner } from './run.ts';
import { createToolbox } from './tools.ts';

/** Manages customer databases on a MariaDB server, each with a user that has access to it alone. */
export function createMariadbServer(options: SqlServerOptions): SqlDriver {
  const address = readMariadbAddress(options.adminUrl);
  const tools = createToolbox({
    folders: options.programFolders,
    versionPattern: /(?<![\d.])(\d+(?:\.\d+)+)-MariaDB/,
    advice: 'Install the Debian package mariadb-client.',
  });
  const server = describeMariadbServer(address, { ...readShare(options), tools });
  const run = createRunner(translateMariadbError);

  return {
    engine: 'mariadb',
    endpoint: options.endpoint ?? { host: address.host, port: address.port },
    check: () => checkMariadb(server),

    create: (credentials, operation) =>
      run(operation, [credentials.database, credentials.username], () =>
        createMariadbDatabase(server, credentials, operation),
      ),

    remove: (database, operation) =>
      run(operation, [database.database, database.username], () => removeMariadbDatabase(server, database, operation)),

    enforce: (operation) => run(operation, [], () => endOverdueSessions(server, operation)),

    size: (database) => run(undefined, [database], () => measureDatabase(server, database)),

    setAccess: (database, access) =>
      run(undefined, [database.database, database.username], () => setMariadbAccess(server, database, access)),

    dump: (database, operation) => run(operation, [database], () => dumpDatabase(server, database, operation)),

    examine: (source, operation) => withSource(source, () => run(operation, [], () => examineDump(source, operation))),

    load: (database, source, operation) =>
      withSource(source, () => run(operation, [database], () => loadDatabase(server, database, source, operation))),
  };
}
