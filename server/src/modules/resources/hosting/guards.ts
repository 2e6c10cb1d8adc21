import type { Query } from '@hostler/database';
import type { FirewallPolicy } from '#engines/vps/driver.ts';

/** The firewalls of servers. Registered by the module that keeps them, as it stands on this one. */
export interface ServerGuard {
  /** Throws NOT_FOUND if a firewall is not the account's, and CONFLICT if a server cannot have them. */
  check(accountId: number, firewallIds: readonly number[]): Query<void>;
  /** Called for every new server, in the transaction that records it. */
  recorded(accountId: number, id: number, firewallIds: readonly number[], now: number): Query<void>;
  /** Returns the current packet rules of a server; undefined if it never had any. */
  readPolicy(id: number): Promise<FirewallPolicy | undefined>;
  /** Returns the state of the network of a server, for staff. */
  describe(accountId: number, id: number): Query<GuardState>;
}

export interface GuardState {
  firewalls: { id: number; name: string; status: string }[];
  smtp_blocked: boolean;
  /** False while the engine does not have the latest packet rules. */
  applied: boolean;
}

/** Holds the guard that was registered; without one all packets pass. */
export class ServerGuards implements ServerGuard {
  #guard: ServerGuard | undefined;

  register(guard: ServerGuard): void {
    this.#guard = guard;
  }

  *check(accountId: number, firewallIds: readonly number[]): Query<void> {
    if (this.#guard) yield* this.#guard.check(accountId, firewallIds);
  }

  *recorded(accountId: number, id: number, firewallIds: readonly number[], now: number): Query<void> {
    if (this.#guard) yield* this.#guard.recorded(accountId, id, firewallIds, now);
  }

  *describe(accountId: number, id: number): Query<GuardState> {
    if (this.#guard) return yield* this.#guard.describe(accountId, id);
    return { firewalls: [], smtp_blocked: false, applied: true };
  }

  async readPolicy(id: number): Promise<FirewallPolicy | undefined> {
    return await this.#guard?.readPolicy(id);
  }
}
