import type { Query } from '@hostler/database';

/** A name in a zone that follows a server of its own, for example that of an application. */
export interface GuestName {
  readonly name: string;
  readonly hosting_id: number;
}

type ListGuests = (accountId: number, domainId: number) => Query<readonly GuestName[]>;

/** The names in zones that other modules let follow a server. */
export class ZoneGuests {
  #list: ListGuests | undefined;

  register(list: ListGuests): void {
    this.#list = list;
  }

  *list(accountId: number, domainId: number): Query<readonly GuestName[]> {
    return this.#list ? yield* this.#list(accountId, domainId) : [];
  }
}
