import type { Cleanup } from '../cleanup.ts';
import type { SqlBounds } from '../driver.ts';
import { writeSecretFile } from '../secret-file.ts';
import type { Toolbox } from '../tools.ts';
import { formatPasswordLine, type PostgresAddress } from './address.ts';
import { type Administrator, readAdministrator } from './administrator.ts';
import { addGuest, type Guest, removeGuest } from './guest.ts';
import { type PostgresSession, withPostgresSession } from './session.ts';

/** Connections and tools for one PostgreSQL server, used by all its operations. */
export interface PostgresServer {
  readonly address: PostgresAddress;
  readonly connectionLimit: number;
  readonly bounds: SqlBounds;
  readonly tools: Toolbox;
  /** Runs work on a connection of the administrator. */
  administer<T>(work: (session: PostgresSession, us: Administrator) => Promise<T>): Promise<T>;
  /** Runs work on a connection of a guest to a customer's database. */
  visit<T>(guest: Guest, database: string, work: (session: PostgresSession) => Promise<T>): Promise<T>;
  /** Creates a guest that the cleanup drops. */
  invite(
    session: PostgresSession,
    us: Administrator,
    cleanup: Cleanup,
    rights: { owners: readonly string[]; readsHiddenRows?: boolean },
  ): Promise<Guest>;
  /** Returns the environment in which a tool connects to that database as that guest. */
  equip(guest: Guest, database: string, cleanup: Cleanup): Promise<Record<string, string>>;
}

export function describePostgresServer(
  address: PostgresAddress,
  options: { connectionLimit: number; bounds: SqlBounds; tools: Toolbox },
): PostgresServer {
  const administer: PostgresServer['administer'] = (work) =>
    withPostgresSession(address.urlFor(), async (session) => work(session, await readAdministrator(session)));

  return {
    ...options,
    address,
    administer,

    visit: (guest, database, work) => withPostgresSession(address.urlFor({ ...guest, database }), work),

    async invite(session, us, cleanup, rights) {
      const guest = await addGuest(session, us, rights);
      // On its own connection: the one it was created on may be closed by then.
      cleanup.add(() => administer((own) => removeGuest(own, guest)));
      return guest;
    },

    async equip({ user, password }, database, cleanup) {
      const file = await writeSecretFile(formatPasswordLine(user, password));
      cleanup.add(file.remove);
      return { ...address.toolEnv(user, database), PGPASSFILE: file.path };
    },
  };
}
