const MOST_ANSWERS = 100;
/** Of all together, in characters. */
const MOST_TEXT = 1024 * 1024;

interface KnownAnswer {
  readonly tag: string;
  readonly text: string;
}

/** Answers that had a tag, to be asked for again by it; the oldest are forgotten first. */
export class KnownAnswers {
  readonly #answers = new Map<string, KnownAnswer>();
  #size = 0;

  find(url: string): KnownAnswer | undefined {
    return this.#answers.get(url);
  }

  /** Without a tag, what was known of the address is over. */
  keep(url: string, tag: string | null, text: string): void {
    this.#forget(url);
    if (tag === null || text.length > MOST_TEXT) return;
    this.#answers.set(url, { tag, text });
    this.#size += text.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MOST_ANSWERS && this.#size <= MOST_TEXT) break;
      this.#forget(oldest);
    }
  }

  #forget(url: string): void {
    this.#size -= this.#answers.get(url)?.text.length ?? 0;
    this.#answers.delete(url);
  }
}
