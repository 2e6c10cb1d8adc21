const MOST_ANSWERS = 100;
/** Maximum total length, in characters. */
const MOST_TEXT = 1024 * 1024;

interface KnownAnswer {
  readonly tag: string;
  readonly text: string;
}

/** Cache of responses with an ETag, for conditional requests. The oldest entries are evicted first. */
export class KnownAnswers {
  readonly #answers = new Map<string, KnownAnswer>();
  #size = 0;

  find(url: string): KnownAnswer | undefined {
    return this.#answers.get(url);
  }

  /** Stores a response; without an ETag, removes the entry of the URL. */
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
