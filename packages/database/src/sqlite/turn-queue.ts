/**
 * A fair queue by owner. Owners are served round-robin, and the items of an owner keep their order. A new owner is
 * served first, once, and then moves behind all others. So a customer with a single write does not wait for the many of
 * others, and owners with many are not starved by returning ones.
 */
export class TurnQueue<T> {
  readonly #new = new Map<number, T[]>();
  /** Includes owners that were served and have nothing left, until their next round. */
  readonly #lines = new Map<number, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(owner: number, item: T): void {
    const line = this.#lines.get(owner) ?? this.#new.get(owner);
    if (line) line.push(item);
    else this.#new.set(owner, [item]);
    this.#size++;
  }

  next(): T | undefined {
    if (this.#size === 0) return undefined;
    const item = this.#takeFrom(this.#new) ?? this.#takeFrom(this.#lines);
    if (--this.#size === 0) this.#lines.clear();
    return item;
  }

  /** Takes an item from the first owner that has one, and moves the owner to the end. */
  #takeFrom(lines: Map<number, T[]>): T | undefined {
    for (const [owner, line] of lines) {
      lines.delete(owner);
      if (line.length === 0) continue;
      const item = line.shift();
      this.#lines.set(owner, line);
      return item;
    }
    return undefined;
  }
}
