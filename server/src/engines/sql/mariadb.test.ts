import { describeSqlDriver, type SqlHarness } from '@hostler/testing/contracts/sql.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openMariadbServer } from '@hostler/testing/engines/mariadb.ts';
import { canWriteAs } from '@hostler/testing/engines/sql-server.ts';

describeWithService('mariadb', 'MariaDB', (url) => {
  describeSqlDriver('MariaDB', openHarness);

  async function openHarness(): Promise<SqlHarness> {
    const server = await openMariadbServer(url, { leastPrivileged: true });
    return {
      driver: server.driver,
      async scribble(database, content) {
        await server.administer(
          `drop table if exists scribble; create table scribble (content longtext);
           insert into scribble values ('${content}')`,
          database,
        );
      },
      async readBack(database) {
        const tables = await server.administer(`show tables like 'scribble'`, database);
        if (tables.length === 0) return '';
        const [row] = await server.administer('select content from scribble', database);
        return String(row?.content);
      },
      canLogIn: (credentials) =>
        server.logIn(credentials).then(
          async (client) => {
            await client.close();
            return true;
          },
          () => false,
        ),
      canWrite: (credentials) => canWriteAs(server, credentials),
      close: server.close,
    };
  }
});
