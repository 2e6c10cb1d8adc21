/**
 * What waits, by whose it is: those who wait have turns, and what is one's own keeps its order. Who comes new is first, once:
 * it then has its turn behind all who wait, so that a customer with a single write does not wait for the many of others, and
 * those with many are not kept from theirs by any number who come again and again.
 */
export class TurnQueue<T> {
  readonly #new = new Map<number, T[]>();
  /** Also who was served and has nothing left, until that turn comes. */
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

  /** The first of whoever is first and has something, who then goes to the end. */
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
