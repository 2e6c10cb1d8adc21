import { describeSqlDriver, type SqlHarness } from '@hostler/testing/contracts/sql.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openPostgresServer } from '@hostler/testing/engines/postgresql.ts';
import { canWriteAs } from '@hostler/testing/engines/sql-server.ts';

describeWithService('postgres', 'PostgreSQL', (url) => {
  describeSqlDriver('PostgreSQL', openHarness);

  async function openHarness(): Promise<SqlHarness> {
    const server = await openPostgresServer(url, { leastPrivileged: true });
    return {
      driver: server.driver,
      async scribble(database, content) {
        const [{ owner } = {}] = await server.administer(
          `select pg_get_userbyid(datdba) as owner from pg_database where datname = '${database}'`,
        );
        await server.administer(
          `set role "${owner}"; drop table if exists scribble; create table scribble (content text);
           insert into scribble values ('${content}')`,
          database,
        );
      },
      async readBack(database) {
        const [table] = await server.administer(`select to_regclass('scribble') as found`, database);
        if (!table?.found) return '';
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
