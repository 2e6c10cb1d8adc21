/** Concurrent tries of one worker. */
const MOST = 512;
/** Per account: targets that hang delay only the account's own checks. */
const MOST_OF_ACCOUNT = 10;
/** Above this number each account gets one, so that accounts without any find room. */
const CROWDED = 384;

/** Limits the concurrent tries per account. */
export class Shares {
  readonly #underWay = new Map<number, number>();
  #all = 0;

  get free(): number {
    return MOST - this.#all;
  }

  begin(accountId: number): void {
    this.#all++;
    this.#underWay.set(accountId, (this.#underWay.get(accountId) ?? 0) + 1);
  }

  end(accountId: number): void {
    this.#all--;
    const left = (this.#underWay.get(accountId) ?? 1) - 1;
    if (left === 0) this.#underWay.delete(accountId);
    else this.#underWay.set(accountId, left);
  }

  /** Starts a distribution of the free capacity. */
  share() {
    const counts = new Map(this.#underWay);
    let all = this.#all;
    const isFull = (accountId: number) => (counts.get(accountId) ?? 0) >= (all < CROWDED ? MOST_OF_ACCOUNT : 1);
    return {
      take(accountId: number): boolean {
        if (all >= MOST || isFull(accountId)) return false;
        counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
        all++;
        return true;
      },
      get full(): number[] {
        return [...counts.keys()].filter(isFull);
      },
    };
  }
}
