/**
 * Slots per lane in each worker. Work that waits for different systems has different lanes. A hanging engine delays
 * only its own work, and a restart never waits behind hour-long copies.
 */
const LANES = {
  vps: 16,
  dns: 16,
  sql: 16,
  /** Backups and restores requested by a customer or the operator. */
  copies: 8,
  /** Scheduled backups: the most that run at once, over all engines. */
  scheduled: 12,
  /** Verifications of backups. Each restores one and starts a machine, so there are few at a time. */
  drills: 2,
  /** Application installations inside machines. They take long but only wait here. */
  applications: 100,
  mail: 8,
  /** Calls to payment providers. */
  payments: 8,
  /** Synchronisation of mailboxes to the mail server. */
  mailboxes: 8,
  upkeep: 8,
} as const;

export type LaneName = keyof typeof LANES;
export const LANE_NAMES = Object.keys(LANES) as LaneName[];

export function openLanes(): Lane[] {
  return Object.entries(LANES).map(([name, slots]) => new Lane(name as LaneName, slots));
}

/**
 * Slots of one lane in this process. An account may take another slot while it has less than half as many as are free.
 * Alone it gets a third of them. The next account finds a free slot at once, although running jobs cannot be
 * interrupted.
 */
export class Lane {
  readonly name: LaneName;
  readonly #slots: number;
  readonly #running = new Map<number, number>();
  #taken = 0;

  constructor(name: LaneName, slots: number) {
    this.name = name;
    this.#slots = slots;
  }

  get free(): number {
    return this.#slots - this.#taken;
  }

  /** Accounts that may not take another slot at the moment. */
  get busy(): number[] {
    return [...this.#running].filter(([, running]) => !mayTake(running, this.free)).map(([account]) => account);
  }

  /**
   * Returns how many jobs each account may start. Assigns slots round-robin in the given order, `most` at most in
   * total.
   */
  shareOut(accounts: readonly number[], most = this.free): Map<number, number> {
    const shares = new Map<number, number>();
    let { free } = this;
    const last = free - most;
    for (let before = Number.POSITIVE_INFINITY; free < before; ) {
      before = free;
      for (const account of accounts) {
        const share = shares.get(account) ?? 0;
        if (free <= last || !mayTake((this.#running.get(account) ?? 0) + share, free)) continue;
        shares.set(account, share + 1);
        free--;
      }
    }
    return shares;
  }

  begin(account: number): void {
    this.#taken++;
    this.#running.set(account, (this.#running.get(account) ?? 0) + 1);
  }

  end(account: number): void {
    this.#taken--;
    const left = (this.#running.get(account) ?? 1) - 1;
    if (left === 0) this.#running.delete(account);
    else this.#running.set(account, left);
  }
}

function mayTake(running: number, free: number): boolean {
  return running < free / 2;
}
