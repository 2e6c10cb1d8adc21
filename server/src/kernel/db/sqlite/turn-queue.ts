/** What waits, by whose it is: those who wait have turns, and what is one's own keeps its order. */
export class TurnQueue<T> {
  readonly #lines = new Map<number, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(owner: number, item: T): void {
    const line = this.#lines.get(owner);
    if (line) line.push(item);
    else this.#lines.set(owner, [item]);
    this.#size++;
  }

  /** The first of whoever has waited longest for a turn, who then goes to the end. */
  next(): T | undefined {
    for (const [owner, line] of this.#lines) {
      this.#lines.delete(owner);
      const item = line.shift();
      if (line.length > 0) this.#lines.set(owner, line);
      this.#size--;
      return item;
    }
    return undefined;
  }
}
