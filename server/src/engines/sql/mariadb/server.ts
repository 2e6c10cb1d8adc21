import type { Cleanup } from '../cleanup.ts';
import type { SqlBounds } from '../driver.ts';
import { writeSecretFile } from '../secret-file.ts';
import type { Toolbox } from '../tools.ts';
import type { MariadbAddress, ToolOption } from './address.ts';
import { addGuest, type Guest, removeGuest } from './guest.ts';
import { type MariadbSession, withMariadbSession } from './session.ts';

/** One MariaDB server and how we stand to it: what its operations are written with. */
export interface MariadbServer {
  readonly address: MariadbAddress;
  readonly connectionLimit: number;
  readonly bounds: SqlBounds;
  readonly tools: Toolbox;
  /** Work on a connection of the administrator. */
  administer<T>(work: (session: MariadbSession) => Promise<T>): Promise<T>;
  /** A connection of a guest to the database it was invited to. */
  visit<T>(guest: Guest, database: string, work: (session: MariadbSession) => Promise<T>): Promise<T>;
  /** A guest that goes with the cleanup. */
  invite(session: MariadbSession, cleanup: Cleanup, rights: { database: string; writes: boolean }): Promise<Guest>;
  /** The first argument of a tool that shall log in as that guest; it holds what would be too much for arguments, too. */
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
      // On a connection of its own: the one it was made on may be gone by then.
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
