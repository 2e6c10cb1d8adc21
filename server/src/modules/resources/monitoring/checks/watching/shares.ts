/** Tries under way in one worker. */
const MOST = 512;
/** Of one account: what it has that hangs holds up its own, and no other's. */
const MOST_OF_ACCOUNT = 10;
/** From here on each account has one, so that there is room for those who have none. */
const CROWDED = 384;

/** Who may have how much under way. */
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

  /** Begins to share out what is free. */
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
