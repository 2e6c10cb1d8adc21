import type { Cleanup } from '../cleanup.ts';
import type { SqlBounds } from '../driver.ts';
import { writeSecretFile } from '../secret-file.ts';
import type { Toolbox } from '../tools.ts';
import type { MariadbAddress, ToolOption } from './address.ts';
import { addGuest, type Guest, removeGuest } from './guest.ts';
import { type MariadbSession, withMariadbSession } from './session.ts';

/** Connections and tools for one MariaDB server, used by all its operations. */
export interface MariadbServer {
  readonly address: MariadbAddress;
  readonly connectionLimit: number;
  readonly bounds: SqlBounds;
  readonly tools: Toolbox;
  /** Runs work on a connection of the administrator. */
  administer<T>(work: (session: MariadbSession) => Promise<T>): Promise<T>;
  /** Runs work on a connection of a guest to its database. */
  visit<T>(guest: Guest, database: string, work: (session: MariadbSession) => Promise<T>): Promise<T>;
  /** Creates a guest that the cleanup drops. */
  invite(session: MariadbSession, cleanup: Cleanup, rights: { database: string; writes: boolean }): Promise<Guest>;
  /**
   * Returns the first argument of a tool that logs in as that guest. The file also holds options that are too long for
   * arguments.
   */
  equip(guest: Guest, cleanup: Cleanup, more?: readonly ToolOption[]): Promise<string>;
}

export function describeMariadbServer(
  address: MariadbAddress,
  options: { connectionLimit: number; bounds: SqlBounds; tools: Toolbox },
): MariadbServer {
  const administer: MariadbServer['administer'] = (work) => withMariadbSession(address, address.administrator, work);

  return {
    ...options,
    address,
    administer,

    visit: (guest, database, work) => withMariadbSession(address, { ...guest, database }, work),

    async invite(session, cleanup, rights) {
      const guest = await addGuest(session, rights);
      // On its own connection: the one it was created on may be closed by then.
      cleanup.add(() => administer((own) => removeGuest(own, guest)));
      return guest;
    },

    async equip(guest, cleanup, more) {
      const file = await writeSecretFile(address.optionFile(guest, more));
      cleanup.add(file.remove);
      return `--defaults-file=${file.path}`;
    },
  };
}
