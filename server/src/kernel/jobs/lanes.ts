/**
 * Work that waits for different things waits in different lanes, each with so many slots in every worker: an engine that
 * hangs holds up its own work and no other, and a restart never stands behind copies that take an hour.
 */
const LANES = {
  vps: 16,
  dns: 16,
  sql: 16,
  /** Backups and restores that somebody asked for. */
  copies: 8,
  /** Backups that are made by themselves; as many as may be under way at once, with all engines together. */
  scheduled: 12,
  /** Installations inside machines: they take long and do nothing here but wait. */
  applications: 100,
  mail: 8,
  /** What is asked of payment providers. */
  payments: 8,
  /** What customers' mailboxes are to be, told to the mail server. */
  mailboxes: 8,
  upkeep: 8,
} as const;

export type LaneName = keyof typeof LANES;
export const LANE_NAMES = Object.keys(LANES) as LaneName[];

export function openLanes(): Lane[] {
  return Object.entries(LANES).map(([name, slots]) => new Lane(name as LaneName, slots));
}

/**
 * The slots of one lane in this process. An account may take another one while it has less than half as many as are free:
 * alone it has a third of them, and whoever comes next finds room at once, although nothing that runs can be taken back.
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

  /** The accounts that can take no more at the moment. */
  get busy(): number[] {
    return [...this.#running].filter(([, running]) => !mayTake(running, this.free)).map(([account]) => account);
  }

  /** How many each of them may begin, turn by turn in the given order, and no more than so many in all. */
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
